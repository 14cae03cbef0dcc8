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
dan<* Mara says to you, "Bob, *
dan> say to mara have you seen bob?
dan<...
dan<* Mara says to you, *Bob left west*
cyd> ignore bob
cyd<...
cyd> say to mara who was here?
cyd<...
cyd< Mara says to you, "Nobody of late, Cyd, or nobody whom I saw."
cyd> say to mara have you seen bob?
cyd< You ask Mara, "have you seen bob?"
cyd< Mara says to you, "I have not seen Bob of late, and I go by what I see."
