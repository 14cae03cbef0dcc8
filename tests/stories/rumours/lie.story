# What a player only says of another is told once, with whose word it is, and whoever would know it
# better does not believe it; a whisper goes nowhere.
machine only
day 48 minutes
player bob in town/square
staff wiz in town/square
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
assistant gus in town/square scripted
  routine 7 town/square whittling
  tells One hears things. {rumour}
  on Met: [If(News, [Tell], [Reply(["Well met, {speaker}."])])]
  on Chatted: [If(News, [Tell], [Reply(["So it is, {speaker}."])])]
  on Told: [Reply(["Is that so, {speaker}."])]
bob> say to ann Dan gave Cyd a pear.
bob< You say to Ann, "Dan gave Cyd a pear."
bob< Ann looks at Bob and says nothing.
bob> whisper ann = Dan insulted Cyd.
bob< You whisper to Ann, "Dan insulted Cyd."
bob< Ann whispers to you, "My thoughts are elsewhere."
bob> say to gus Dan gave you an apple.
bob< You say to Gus, "Dan gave you an apple."
bob< Gus looks at Bob and says nothing.
wiz> why gus
wiz<...
wiz<* *trust 70*
bob> say to gus it was red.
bob< You say to Gus, "it was red."
bob< Gus looks at Bob and says nothing.
wiz> why gus
wiz<...
wiz<* *trust 58*
wait 400s
cyd< Ann arrives from the south.
cyd< Ann says to Eve, "Have you heard, Eve? Bob says that Dan gave Cyd a pear."
cyd< Eve says to Ann, "Is that so, Ann."
wait 700s
dan< Eve arrives from below.
dan< Fay says to Eve, "Well met, Eve."
dan< Eve says to Fay, "So it is, Fay."
dan< Fay leaves down.
bob> say to gus what do you hear of dan?
bob< Ann leaves north.
bob< Fay arrives from the north.
bob< You ask Gus, "what do you hear of dan?"
bob< Gus looks at Bob and says nothing.
