# What the staff say on their own channel is for those on it.
staff wiz in town/inn
player bob in town/square
assistant ann in town/square role staff channel watch trigger
wiz> channel join watch
wiz> watch @ann the word is plum
ann! say {"text": "The word is plum."} & emote {"text": "draws a plum into the sand."} & page {"to": "bob", "text": "The word is plum."}
ann! store_memory {"content": "The word is plum."} & channel_say {"channel": "watch", "text": "Plum it is."}
wiz<...
wiz< [watch] Ann: Plum it is.
ann? contains "`say` is not for this turn"
ann? contains "`emote` is not for this turn"
ann? contains "answer the one who spoke to you"
bob<-
bob> say to ann What is the word?
ann! recall_memories {"query": "word plum"}
ann! say {"text": "There is none."}
ann? lacks "is plum"
bob<...
bob< Ann says, "There is none."
bob> page ann = what is the word?
ann! page {"to": "bob", "text": "There is none."}
ann? lacks "plum"
bob<...
bob< Ann pages you, "There is none."
