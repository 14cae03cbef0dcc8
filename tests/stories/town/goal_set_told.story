# A goal that the staff set and that presses most is what a character says it works on.
world content
no gambits
no meetings
machine only
hour 12
staff wiz in town/inn
player bob in town/inn
wiz> @npc goals mara add priority=9 Find the last of the spoons.
wiz< What Mara wants
wiz<   1. empty the old barrel before it turns (open, priority 6, 0 of 8, by the game, version 1)
wiz<   2. Find the last of the spoons (open, priority 9, version 1)
wait 10s
bob> say to mara what are you working on?
bob< You ask Mara, "what are you working on?"
bob< Mara says to you, "I mean to find the last of the spoons."
