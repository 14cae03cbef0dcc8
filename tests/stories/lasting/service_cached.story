# What a service answered is kept over a restart where the settings say so, and goes with whoever asked.
machine only
model Tools All
service wiki__lookup lasting says It has ninety steps.
player bob in town/square
assistant ann in town/square
    services wiki__lookup
bob> say ann, how many steps has the lighthouse?
bob< You ask, "ann, how many steps has the lighthouse?"
bob< Ann says, "Ninety."
ann! wiki__lookup {"query": "steps"}
ann! text Ninety.
restart
bob> say ann, how many steps has the lighthouse again?
bob< You ask, "ann, how many steps has the lighthouse again?"
bob< Ann says, "Ninety still."
ann! wiki__lookup {"query": "steps"}
ann! text Ninety still.
called wiki__lookup 1
bob> forget me
bob< Ann forgets you.
bob> say ann, how many steps has the lighthouse at all?
bob< You ask, "ann, how many steps has the lighthouse at all?"
bob< Ann says, "Ninety, I read."
ann! wiki__lookup {"query": "steps"}
ann! text Ninety, I read.
called wiki__lookup 2
