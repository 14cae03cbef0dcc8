# Every shout at the gate is a red stitch in Bram's scarf. A shout elsewhere is none, nor is talk of shouting.
machine only
world content
player ann in town/gate
player bob in town/gate
ann> look at scarf
ann<...
ann<* *You count 340 of those, *Even the last of them has had time to fade.
ann> say I shout, and this is a shout!
ann> shout ho there
ann> look at scarf
ann<...
ann<* *You count 341 of those, *The last is quite new, and stands for Ann.
wait 60s
bob> shout ho yourself
ann> south
ann> shout and ho from here
ann> north
ann> look at scarf
ann<...
ann<* *You count 342 of those, *The last two are brighter than the others, and the very last stands for Bob.
restart
bob> look at knitting
bob<...
bob<* *You count 342 of those, *The last two are brighter than the others, and the very last stands for Bob.
