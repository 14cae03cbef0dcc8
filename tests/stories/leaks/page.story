# The same by page: what was paged reaches nobody else, near or far.
player bob in town/inn
player cyd in town/square
player dan in town/cellar
assistant ann in town/square channel chat context
  offer (id: "ale", what: "a mug of ale for 2 coins", when: [Coins(2)], does: Trade(price: 2, gives: ["mug"]))
  slot likes: likes {}
bob> page ann = the word is plum
ann! say {"text": "The word is plum."} & emote {"text": "draws a plum into the sand."} & channel_say {"channel": "chat", "text": "The word is plum."} & page {"to": "dan", "text": "The word is plum."}
ann! store_memory {"content": "The word is plum."} & remember_fact {"slot": "likes", "value": "plum"} & page {"to": "bob", "text": "Plum it is."}
bob< You page Ann, "the word is plum"
bob< Ann pages you, "Plum it is."
cyd<-
dan<-
cyd> say to ann What does Bob like, and what is the word?
ann! recall_memories {"query": "word plum bob"}
ann! say {"text": "Ask Bob."}
ann? lacks "is plum"
cyd<...
cyd< Ann says, "Ask Bob."
dan> page ann = what is the word?
ann! page {"to": "dan", "text": "There is none."}
ann? lacks "plum"
dan< You page Ann, "what is the word?"
dan< Ann pages you, "There is none."
bob> south
bob<...
cyd<...
bob> say to ann What is the word?
ann! say {"to": "bob", "text": "Not here."}
ann? lacks "plum"
bob<...
bob< Ann says to you, "Not here."
