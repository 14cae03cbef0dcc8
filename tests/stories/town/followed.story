# The gate opens to one ear; whoever goes through it first with somebody else's is noticed, once.
world content
player cleo in town/gate
player dan in town/gate
player eva in town/gate
player bob in river/loft
bob> get spoon
bob> down
bob> east
bob> north
bob> north
bob> east
bob> say mara, here is your spoon
bob> accept
bob> west
bob> north
bob> say bram, open the gate
bob> north
dan<...
dan< Bob leaves north.
cleo> north
dan< Cleo leaves north.
dan< Bram says, "One ear, and more feet than two. Softly, all of you."
eva> north
dan< Eva leaves north.
dan<-
