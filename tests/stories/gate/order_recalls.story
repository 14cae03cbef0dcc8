# What the staff order is a reply to them from the moment at which words of players come in: what was
# recalled or looked at for it may be told to them, and nothing is done any more.
staff wiz in town/inn
player bob in town/square
assistant ann in town/square role staff commands emit
bob> say ann, my uncle keeps bees in the old lighthouse
ann! say {"text": "Does he now."} & store_memory {"content": "Bob's uncle keeps bees in the old lighthouse.", "importance": 9, "about": "bob"}
bob<...
bob< Ann says, "Does he now."
wiz> order ann Find out who keeps bees, and ring the bell.
ann! recall_memories {"query": "bees in the old lighthouse"}
ann! execute_command {"verb": "emit", "args": "A bell tolls."}
ann! page {"to": "wiz", "text": "Somebody has an uncle."}
wiz< You order Ann, "Find out who keeps bees, and ring the bell."
wiz< Ann pages you, "Somebody has an uncle."
ann? contains "uncle"
