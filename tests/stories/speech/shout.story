# A shout is heard next door, with where it comes from; a shut door keeps it out.
player bob in town/square
player carol in town/square
player dan in town/inn
player eve in town/attic
player fred in town/cellar
bob> shout Is anybody there?
bob< You shout, "Is anybody there?"
carol< Bob shouts, "Is anybody there?"
dan< From the south you hear Bob shout, "Is anybody there?"
eve<-
fred<-
# From the inn it is heard upstairs and in the square, and not behind the door.
dan> yell I am here!
dan< You shout, "I am here!"
bob< From the north you hear Dan shout, "I am here!"
carol< From the north you hear Dan shout, "I am here!"
eve< From below you hear Dan shout, "I am here!"
fred<-
# Who ignores somebody does not hear them through a wall either.
dan> ignore bob
dan< You no longer hear what Bob says. To hear it again, type: ignore bob off
bob> shout Hello?
bob< You shout, "Hello?"
carol< Bob shouts, "Hello?"
dan<-
bob> shout
bob< Please type it like this: shout TEXT
