# Only a character whose persona lists a service's tool may call it, and only with the arguments that it has.
machine only
model Tools All
service wiki__lookup says It has ninety steps.
player bob in town/square
assistant ann in town/square
assistant dan in town/square
    services wiki__lookup
bob> say ann, how many steps has the lighthouse?
bob< You ask Ann, "ann, how many steps has the lighthouse?"
bob< Ann says to you, "I do not know."
ann! wiki__lookup {"query": "steps"}
ann! text I do not know.
ann? contains "there is no tool `wiki__lookup`"
bob> say dan, how many steps has the lighthouse?
bob< You ask Dan, "dan, how many steps has the lighthouse?"
bob< Dan says to you, "I do not know either."
dan! wiki__lookup {"page": 3}
dan! text I do not know either.
dan? contains "`query` is missing"
bob> say dan, and how many doors?
bob< You ask Dan, "dan, and how many doors?"
bob< Dan says to you, "One, I think."
dan! wiki__lookup {"query": "doors", "page": 12}
dan! text One, I think.
dan? contains "`page` is a whole number from 1 to 9, and not 12"
bob> say dan, and how many lamps?
bob< You ask Dan, "dan, and how many lamps?"
bob< Dan says to you, "Lamps? Hardly more than one."
dan! wiki__lookup {"query": "lamps", "secret": "gold"}
dan! text Lamps? Hardly more than one.
dan? contains "it takes nothing but: page, query"
called wiki__lookup 0
