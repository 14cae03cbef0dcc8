# The talk goes on: what was said before stands as it stood, and what is new comes behind it.
world content
machine only
hour 12
player ann in town/inn
wait 10s
ann> say mara, hello
mara! say {"text": "Welcome to the Open Ear, my dear."}
ann> say what do you have to drink?
mara! emote {"text": "points at the barrel."} & say {"text": "Brown ale, and the truth about everybody."}
ann> say and what is the old gate?
mara! say {"text": "Bram keeps it, my dear."}
ann<...
ann<* Mara says*Bram keeps it, my dear*
