# What a character saw somebody do is not told to whoever ignores them.
machine only
world content
no gambits
no meetings
player bob in town/square
player cyd in town/inn
player dan in town/inn
bob> enter inn
bob<...
bob> give 1 coin to mara
bob<...
bob> west
bob<...
wait 60s
dan> say to mara who was here?
dan<...
dan<
dan> say to mara have you seen bob?
dan<...
dan<
cyd> ignore bob
cyd<...
cyd> say to mara who was here?
cyd<
cyd<
cyd> say to mara have you seen bob?
cyd<
cyd<
