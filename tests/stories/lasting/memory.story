# What an assistant remembered she remembers after a restart, and whom she met.
player bob in town/square
assistant ann in town/square
bob> say I am fond of plums.
ann! store_memory {"content": "Bob is fond of plums.", "importance": 7} & say {"text": "I shall remember that."}
bob< You say, "I am fond of plums."
bob< Ann says, "I shall remember that."
restart
bob> say What am I fond of?
ann! recall_memories {"query": "bob plums"}
ann! say {"text": "Of plums, Bob."}
bob< You ask, "What am I fond of?"
bob< Ann says, "Of plums, Bob."
ann? contains "Bob is fond of plums."
ann= terminal_tool
