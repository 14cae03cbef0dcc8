# The staff takes back what goes round: whoever was told forgets it, too, whatever of it got lost.
machine only
day 48 minutes
player bob in town/square
player cyd in town/inn
staff sue in town/attic
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
bob> say to ann Cyd gave Sue an apple.
bob< You say to Ann, "Cyd gave Sue an apple."
bob< Ann looks at Bob and says nothing.
wait 400s
cyd< Ann arrives from the south.
cyd< Ann says to Eve, "Have you heard, Eve? Bob says that Cyd gave Sue an apple."
cyd< Eve says to Ann, "Is that so, Ann."
sue> retract cyd gave sue
sue< Asking everybody what they remember of it …
sue< Memories taken back: Ann 1 and Eve 1. Which they were: why NAME.
cyd> say to eve what do you hear of me?
cyd< You ask Eve, "what do you hear of me?"
cyd< Eve looks at Cyd and says nothing.
cyd> say to ann what do you hear of me?
cyd< You ask Ann, "what do you hear of me?"
cyd< Ann looks at Cyd and says nothing.
