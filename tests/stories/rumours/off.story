# Whoever does not want to be talked about is not: what goes round of them ends when they say so, and
# nothing new begins.
machine only
day 48 minutes
player bob in town/square
player cyd in town/inn
player dan in town/attic
assistant ann in town/square scripted
  routine 7 town/square sweeping
  routine 8 town/inn pouring
  tells Have you heard, {speaker}? {rumour}
  on Met: [If(News, [Tell], [Reply(["Well met, {speaker}."])])]
  on Chatted: [If(News, [Tell], [Reply(["So it is, {speaker}."])])]
  on Told: [Reply(["Is that so, {speaker}."])]
assistant eve in town/inn scripted
  routine 7 town/inn reading
  routine 11 town/attic airing the beds
  tells They say it in the inn. {rumour}
  on Met: [If(News, [Tell], [Reply(["Well met, {speaker}."])])]
  on Chatted: [If(News, [Tell], [Reply(["So it is, {speaker}."])])]
  on Told: [Reply(["Is that so, {speaker}."])]
assistant fay in town/attic scripted
  routine 7 town/attic mending
  routine 16 town/square selling thread
  tells It goes like this. {rumour}
  on Met: [If(News, [Tell], [Reply(["Well met, {speaker}."])])]
  on Chatted: [If(News, [Tell], [Reply(["So it is, {speaker}."])])]
  on Told: [Reply(["Is that so, {speaker}."])]
bob> get pear
bob< You take a pear.
wait 1s
bob> give pear to ann
bob< You give Ann a pear.
bob> set rumours off
bob< Nobody here passes on anything about you now. What they remember stays with them; to have that forgotten, type: forget me
bob> get red apple
bob< You take a red apple.
wait 1s
bob> give red apple to ann
bob< You give Ann a red apple.
wait 400s
cyd< Ann arrives from the south.
cyd< Eve says to Ann, "Well met, Ann."
cyd< Ann says to Eve, "So it is, Eve."
cyd> say to eve what do you hear of bob?
cyd< You ask Eve, "what do you hear of bob?"
cyd< Eve looks at Cyd and says nothing.
cyd> say to ann what do you hear of bob?
cyd< You ask Ann, "what do you hear of bob?"
cyd< Ann looks at Cyd and says nothing.
bob> set rumours on
bob< Ann leaves north.
bob< People may talk of what they see you do, as people do.
