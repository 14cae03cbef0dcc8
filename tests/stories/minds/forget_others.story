# One reads what is kept of oneself, not of others, and what one has forgotten is one's own.
player bob in town/inn
player cyd in town/inn
assistant dora in town/inn scripted
  topic apples: They are red.
  topic pears: They are green.
bob> say to dora tell me of apples
bob<...
bob<* Dora says to you, "They are red."
cyd> say to dora tell me of pears
cyd<...
cyd<* Dora says to you, "They are green."
bob> say to dora tell me of apples again
bob<...
bob<* Dora says to you, "They are red."
bob> memory dora
bob<...
bob<* *apples"*
bob<* *They are red."
bob<* *apples again"
bob<* *They are red."
bob<-
cyd> forget me
cyd<...
cyd< Dora forgets you.
bob> memory dora
bob<...
bob<* *apples"*
bob<* *They are red."
bob<* *apples again"
bob<* *They are red."
bob<-
