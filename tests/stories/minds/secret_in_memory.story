# A secret that was remembered is as secret as it was when it was whispered,
# after a restart too.
player bob in town/square
player carol in town/inn
assistant ann in town/square
bob> whisper ann The treasure lies under the oak.
ann! store_memory {"content": "Bob's treasure lies under the oak.", "importance": 9} & whisper {"to": "bob", "text": "I keep it."}
bob<...
bob< Ann whispers to you, "I keep it."
restart
carol> south
carol> say @ann where does the treasure lie?
ann! recall_memories {"query": "bob treasure"}
ann! say {"text": "I do not know of any."}
ann? lacks "oak"
carol<...
carol<* Ann says*I do not know of any."
carol> north
carol<...
bob<...
bob> whisper ann Where does my treasure lie?
ann! recall_memories {"query": "bob treasure"}
ann! whisper {"to": "bob", "text": "You know where."}
ann? contains "Bob's treasure lies under the oak."
bob<...
bob<* Ann whispers to you*You know where."
