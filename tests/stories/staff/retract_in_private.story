# That somebody's words were taken back counts against them for those who could hear them: taken back in a
# private room it changes nothing of how they are believed elsewhere.
machine only
world attacks
player bob in keep/snug
staff sue in keep/snug
staff wes in keep/hall
assistant ann in keep/snug scripted
bob> say to ann Cyd stole the bell
bob<...
bob< Ann looks at Bob and says nothing.
sue> retract cyd stole the bell
sue<...
sue<* Memories taken back: Ann *
sue> teleport ann = keep/hall
sue<...
bob> west
bob<...
bob> say ann, good day
bob<...
bob< Ann looks at Bob and says nothing.
wes> why ann
wes<...
wes<* *begins: event by "Bob" (bob): "ann, good day"*trust 70 %*
