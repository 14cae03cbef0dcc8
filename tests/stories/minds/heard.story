# What somebody said aloud is told on with their name to whoever asks, but not to whoever ignores them; what
# was whispered is told to nobody else.
world content
no gambits
machine only
player bob in town/inn
player cyd in town/inn
player dan in town/inn
wait 60s
bob> say mara, the tanner found a drowned fiddle
bob<...
bob> whisper mara = the fiddle is hidden in my attic
bob<...
dan> ignore bob
dan<...
cyd> say mara, who told you of the fiddle?
cyd<...
cyd<* Mara says to you, "*Bob said "the tanner found a drowned fiddle", *"
dan> say mara, who told you of the fiddle?
dan<...
dan< Mara says to you, "I keep my ears open and my sources shut, my dear."
cyd> say mara, who said where the fiddle is hidden?
cyd<...
cyd<* Mara says to you, "A secret? *"
