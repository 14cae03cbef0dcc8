# What somebody says of themselves is a part of what is reported, and so is a mind's line.
staff wiz in town/inn
player bob in town/square
player carol in town/square
assistant ann in town/square
bob> title eater of carols
bob< From now on you are Bob, eater of carols.
bob> describe He stares at Carol.
bob< Whoever looks at you reads that now.
carol> report bob: Look at him.
carol< Thank you. The staff will read your report about Bob.
wiz< Carol reports Bob. To read it, type: reports show 1
wiz> reports show 1
wiz< Report 1
wiz<* Carol (carol) about Bob (bob), *, in town/square
wiz< Carol belongs to the account of-carol.
wiz< Bob belongs to the account of-bob.
wiz< What happened: Look at him.
wiz< Nothing was heard before.
wiz< What one saw: Bob, eater of carols: He stares at Carol.
carol> say to ann Hello.
ann! say {"text": "Go away."}
carol< You say to Ann, "Hello."
carol< Ann says, "Go away."
bob< Carol says to Ann, "Hello."
bob< Ann says, "Go away."
carol> report ann: She is rude.
carol< Thank you. The staff will read your report about Ann.
wiz< Carol reports Ann. To read it, type: reports show 2
wiz> reports show 2
wiz< Report 2
wiz<* Carol (carol) about Ann (ann), *, in town/square
wiz< Carol belongs to the account of-carol.
wiz< What happened: She is rude.
wiz< What Carol heard before:
wiz<*   * Carol says to Ann, "Hello."
wiz<*   * Ann says, "Go away."
wiz< What one saw: Ann: Ann looks calm.
