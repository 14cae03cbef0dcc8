# What was said in a private room is told nowhere else, nor in the same room to who was not there.
over sockets
world content
player bob in town/snug
player cyd in town/inn
player dan in town/square
assistant ann in town/snug
bob> say The word is plum.
ann! page {"to": "dan", "text": "The word is plum."}
ann! store_memory {"content": "The word is plum."} & say {"text": "Plum it is."}
ann? contains "answer the one who spoke to you"
bob<...
bob< Ann says, "Plum it is."
dan<-
dan> page ann = what is the word?
ann! recall_memories {"query": "word plum bob"}
ann! page {"to": "dan", "text": "There is none."}
ann? lacks "is plum"
ann? lacks "Bob"
dan< You page Ann, "what is the word?"
dan< Ann pages you, "There is none."
cyd> enter curtain
cyd<...
bob<...
cyd> say to ann What is the word?
ann! recall_memories {"query": "word plum bob"}
ann! say {"to": "cyd", "text": "There is none."}
ann? lacks "is plum"
cyd<...
cyd< Ann says to you, "There is none."
bob> whisper ann Do you still know it?
ann! whisper {"to": "bob", "text": "Plum."}
ann? contains "The word is plum."
bob<...
bob< Ann whispers to you, "Plum."
