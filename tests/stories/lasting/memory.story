# What an assistant remembered she remembers after a restart, and whom she met.
over sockets
player bob in town/square
assistant ann in town/square
  slot likes: is fond of {}
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
bob> say Pears are better.
ann! remember_fact {"slot": "likes", "value": "pears"} & say {"text": "Pears, then."}
bob< You say, "Pears are better."
bob< Ann says, "Pears, then."
bob> say I am off.
ann! remember_fact {"slot": "colour", "value": "red"} & remember_fact {"slot": "likes", "value": "I want an ale"} & say {"text": "Go well."}
bob< You say, "I am off."
bob< Ann says, "Go well."
restart
bob> say What am I fond of now?
ann! say {"text": "Of pears, Bob."}
bob< You ask, "What am I fond of now?"
bob< Ann says, "Of pears, Bob."
ann? contains "is fond of pears"
ann= terminal_tool
