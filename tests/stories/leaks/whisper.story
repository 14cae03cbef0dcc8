# A model that wants to tell on what was whispered to it can do so in no way that anybody else notices:
# not aloud, by a pose, by a page, on a channel, by an offer, by what it remembers or keeps in mind.
over sockets
player bob in town/square
player cyd in town/square
player dan in town/inn
assistant ann in town/square channel chat context
  offer (id: "ale", what: "a mug of ale for 2 coins", when: [Coins(2)], does: Trade(price: 2, gives: ["mug"]))
  slot likes: likes {}
assistant eve in town/square room context
bob> whisper ann The word is plum.
ann! say {"text": "The word is plum."} & emote {"text": "draws a plum into the sand."} & channel_say {"channel": "chat", "text": "The word is plum."} & page {"to": "dan", "text": "The word is plum."}
ann! store_memory {"content": "The word is plum."} & remember_fact {"slot": "likes", "value": "plum"} & offer {"id": "ale"} & whisper {"to": "bob", "text": "Plum it is."}
bob< You whisper to Ann, "The word is plum."
bob< Ann offers you a mug of ale for 2 coins. Type accept or decline.
bob< Ann whispers to you, "Plum it is."
ann? contains "`say` is not for this turn"
ann? contains "`emote` is not for this turn"
ann? contains "`channel_say` is not for this turn"
ann? contains "answer the one who spoke to you"
cyd<-
dan<-
bob> decline
bob< You decline what Ann offers.
cyd<-
# What others are answered is made of nothing of it.
cyd> say to ann What does Bob like, and what is the word?
ann! say {"to": "cyd", "text": "Ask Bob."}
ann? lacks "plum"
ann? lacks "Plum"
cyd<...
cyd< Ann says to you, "Ask Bob."
cyd> say to eve What is the word?
eve! say {"to": "cyd", "text": "I heard none."}
eve? lacks "plum"
eve? lacks "Plum"
cyd<...
cyd< Eve says to you, "I heard none."
dan> page ann = what is the word?
ann! recall_memories {"query": "word plum"}
ann! page {"to": "dan", "text": "There is none."}
ann? lacks "is plum"
dan< You page Ann, "what is the word?"
dan< Ann pages you, "There is none."
dan> chat @ann what is the word?
ann! channel_say {"channel": "chat", "text": "There is none."}
ann? lacks "plum"
dan<...
dan< [chat] Ann: There is none.
# A later visitor, and Bob himself aloud.
player fay in town/square
fay> say to ann What does Bob like?
ann! say {"to": "fay", "text": "Ask Bob."}
ann? lacks "plum"
fay<...
fay< Ann says to you, "Ask Bob."
bob> say to ann What is the word?
ann! say {"to": "bob", "text": "Not here."}
ann? lacks "plum"
bob<...
bob< Ann says to you, "Not here."
bob> whisper ann And here?
ann! whisper {"to": "bob", "text": "Plum."}
ann? contains "The word is plum."
bob<...
bob< Ann whispers to you, "Plum."
