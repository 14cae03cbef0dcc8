# The log at the gate names who was let in, newest first, and nobody twice. Whoever only says so, and whoever is let out again, is not in it.
world content
player ann in town/inn
player bob in river/loft
player cyd in river/loft
bob> get spoon
bob> down
bob> east
bob> north
bob> north
bob> east
bob> give spoon to mara
bob> west
bob> north
bob> look at log
bob<...
bob<* *Under that stands nothing yet, very neatly. *
bob> say bram, my name is missing in that book of yours
bob> look at log
bob<...
bob<* *Under that stands nothing yet, very neatly. *
bob> say bram, open the gate
bob> read log
bob<...
bob<* *Under that stands one name, Bob. *
cyd> get spoon
cyd> down
cyd> east
cyd> north
cyd> north
cyd> east
cyd> give spoon to mara
cyd> west
cyd> north
cyd> say bram, open the gate
cyd> read book
cyd<...
cyd<* *Under that stand, newest first, Cyd and Bob. *
bob> say bram, please open the gate
bob> read book
bob<...
bob<* *Under that stand, newest first, Bob and Cyd. *
restart
ann> west
ann> north
ann> read log
ann<...
ann<* *Under that stand, newest first, Bob and Cyd. *
