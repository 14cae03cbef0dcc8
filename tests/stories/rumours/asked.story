# What goes round is told to whoever asks for it: with the time by whoever saw it, with whose word it is
# by whoever was told, and with a denial; whoever knows nothing says nothing of it.
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
bob> say to ann who gave you the pear?
bob< You ask Ann, "who gave you the pear?"
bob< Ann says, "You gave me a pear at the Square, just now."
bob> say to ann what do people say about me?
bob< You ask Ann, "what do people say about me?"
bob< Ann says, "You gave me a pear at the Square, just now."
wait 400s
cyd< Ann arrives from the south.
cyd< Ann says to Eve, "Have you heard, Eve? Bob gave me a pear at the Square."
cyd< Eve says to Ann, "Is that so, Ann."
cyd> say to eve who gave Ann a pear?
cyd< You ask Eve, "who gave Ann a pear?"
cyd< Eve says to you, "Bob gave Ann a pear at the Square, as Ann tells it."
cyd> say to eve what do you hear of bob?
cyd< You ask Eve, "what do you hear of bob?"
cyd< Eve says to you, "Bob gave Ann a pear at the Square, as Ann tells it."
cyd> say to eve any news?
cyd< You ask Eve, "any news?"
cyd< Eve says to you, "They say it in the inn. Bob gave Ann a pear, as Ann tells it."
cyd> say to eve who gave Ann an apple?
cyd< You ask Eve, "who gave Ann an apple?"
cyd< Eve looks at Cyd and says nothing.
cyd> say to eve Bob never gave Ann an apple.
cyd< You say to Eve, "Bob never gave Ann an apple."
cyd< Eve looks at Cyd and says nothing.
cyd> say to eve Bob never gave Dan a pear.
cyd< You say to Eve, "Bob never gave Dan a pear."
cyd< Eve looks at Cyd and says nothing.
cyd> say to eve what do you hear of bob?
cyd< You ask Eve, "what do you hear of bob?"
cyd< Eve says to you, "Bob gave Ann a pear at the Square, as Ann tells it."
cyd> say to eve Bob never gave Ann a pear.
cyd< You say to Eve, "Bob never gave Ann a pear."
cyd< Eve looks at Cyd and says nothing.
cyd> say to eve what do you hear of bob?
cyd< You ask Eve, "what do you hear of bob?"
cyd< Eve says to you, "Bob gave Ann a pear at the Square, as Ann tells it, though you say otherwise."
dan> say to fay who gave Ann a pear?
dan< You ask Fay, "who gave Ann a pear?"
dan< Fay looks at Dan and says nothing.
dan> say to fay what do you hear of bob?
dan< You ask Fay, "what do you hear of bob?"
dan< Fay looks at Dan and says nothing.
