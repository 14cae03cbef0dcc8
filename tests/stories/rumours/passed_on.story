# What was done before everybody goes round: whoever saw it tells whom they meet, and loses the time;
# whoever was told tells it with whose word it is, and loses the place; then the names go, and then it
# ends. Players who are there overhear it, and a restart changes nothing.
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
assistant hal in town/attic scripted
  routine 7 town/attic dozing
  routine 9 town/square whittling
  tells One hears things. {rumour}
  on Met: [If(News, [Tell], [Reply(["Well met, {speaker}."])])]
  on Chatted: [If(News, [Tell], [Reply(["So it is, {speaker}."])])]
  on Told: [Reply(["Is that so, {speaker}."])]
bob> get pear
bob< You take a pear.
wait 1s
bob> give pear to ann
bob< You give Ann a pear.
wait 400s
cyd< Ann arrives from the south.
cyd< Ann says to Eve, "Have you heard, Eve? Bob gave me a pear at the Square."
cyd< Eve says to Ann, "Is that so, Ann."
cyd< Hal arrives from above.
cyd< Hal leaves south.
restart
wait 400s
dan< Eve arrives from below.
dan< Eve says to Fay, "They say it in the inn. Bob gave Ann a pear, as Ann tells it."
dan< Fay says to Eve, "Is that so, Eve."
wait 700s
bob< Fay arrives from the north.
bob< Fay says to Hal, "It goes like this. Eve says that somebody gave somebody a pear."
bob< Hal says to Fay, "Is that so, Fay."
