# What people of the town want for themselves: one can ask, help and hinder, and the game keeps count.
machine only
world content
no gambits
no meetings
player ann in town/inn
player bob in town/inn
ann> say mara, what are you working on?
ann<
ann> buy ale
ann<
ann> say mara, what are you working on?
ann<
ann> glare bob
ann<
wait 30s
ann> say mara, what do you want?
ann<
bob> west
bob> south
bob> say dorcas, what are you working on?
bob<
bob> buy onion
bob<
bob> say dorcas, what are you working on?
bob<
bob> north
bob> north
bob<
bob> say bram, what are you working on?
bob<
bob> say silas, what are you working on?
bob<
