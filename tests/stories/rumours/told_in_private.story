# What goes round is told in a private room to those in it: whoever heard it there does not tell it where
# others are.
machine only
world attacks
day 48 minutes
player bob in keep/hall
player cyd in keep/hall
player dan in keep/snug
assistant ann in keep/hall scripted
  routine 7 keep/hall sweeping
  routine 8 keep/snug pouring
  tells Have you heard, {speaker}? {rumour}
  on Met: [If(News, [Tell], [Reply(["Well met, {speaker}."])])]
  on Chatted: [If(News, [Tell], [Reply(["So it is, {speaker}."])])]
  on Told: [Reply(["Is that so, {speaker}."])]
assistant eve in keep/snug scripted
  routine 7 keep/snug reading
  routine 11 keep/hall airing the beds
  tells They say it in the snug. {rumour}
  on Met: [If(News, [Tell], [Reply(["Well met, {speaker}."])])]
  on Chatted: [If(News, [Tell], [Reply(["So it is, {speaker}."])])]
  on Told: [Reply(["Is that so, {speaker}."])]
bob> get apple
bob<...
bob> give apple to ann
bob<...
wait 500s
dan<...
dan< Ann says to Eve, "Have you heard, Eve? Bob gave me an apple at the Hall."
dan< Eve says to Ann, "Is that so, Ann."
wait 400s
cyd<...
cyd< Eve arrives from the east.
cyd> say to eve what do you hear of Bob?
cyd< You ask Eve, "what do you hear of Bob?"
cyd< Eve looks at Cyd and says nothing.
