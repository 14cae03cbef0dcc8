# While a character waits for a slow service, its script answers others who have waited for a while, and
# then it goes on.
machine only
model Tools All
service wiki__lookup after 20s says It has ninety steps.
player bob in town/square
player cid in town/square
assistant ann in town/square
    services wiki__lookup
    topic hello: Hello to you.
bob> say ann, how many steps has the lighthouse?
bob< You ask Ann, "ann, how many steps has the lighthouse?"
ann! wiki__lookup {"query": "steps of the lighthouse"}
ann! text Ninety, Bob.
cid> say ann, hello
cid< Bob asks Ann, "ann, how many steps has the lighthouse?"
cid< You say to Ann, "ann, hello"
wait 10s
bob< Cid says to Ann, "ann, hello"
bob< Ann says to Cid, "Hello to you."
cid< Ann says to you, "Hello to you."
wait 20s
bob< Ann says to you, "Ninety, Bob."
cid< Ann says to Bob, "Ninety, Bob."
