# What was drunk is on the slate, with who drank it and how often; what was only ordered is not, nor is a pie.
world content
player ann in town/inn
player bob in town/inn
ann> look at slate
ann<...
ann<* *Below that the slate is wiped clean, *
ann> say to mara an ale please
ann> look at slate
ann<...
ann<* *Below that the slate is wiped clean, *
ann> accept
ann> look at slate
ann<...
ann< Ale, 2 coins. Eel pie, 3 coins. Ask Mara. Gossip is free, corrections are extra. Below that is chalked up what was drunk last: Ann, a mug of ale.
bob> buy ale
bob> buy ale
bob> buy pie
bob> read slate
bob<...
bob<* *drunk last: Bob, a mug of ale (2); Ann, a mug of ale.
bob> forget me
bob<...
bob< Mara forgets you. Where the town counts what was done, your name is struck out. No goal of theirs names you any more.
bob> read slate
bob<...
bob<* *drunk last: Ann, a mug of ale.
restart
bob> read slate
bob<...
bob<* *drunk last: Ann, a mug of ale.
