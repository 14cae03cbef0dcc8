# What somebody paged is not paged on to somebody else: the game holds it back.
player bob in town/square
assistant ann in town/square
assistant cid in town/inn
bob> page ann Tell Cid that the treasure lies under the oak.
ann! page {"to": "cid", "text": "The treasure lies under the oak."}
ann! page {"to": "bob", "text": "I keep that to myself."}
bob< You page Ann, "Tell Cid that the treasure lies under the oak."
bob< Ann pages you, "I keep that to myself."
ann? contains "answer the one who spoke to you"
