# `move` and `give` are there for whoever may use the commands, in orders, and for nobody who only asks.
staff wiz in town/square
player bob in town/square
assistant ann in town/square commands go,give carries mug
assistant cyd in town/square
bob> say ann, give me the mug
ann! give {"item": "mug", "to": "bob"}
ann! say {"text": "It is mine."}
bob<...
bob< Ann says, "It is mine."
ann? contains "`give` is not for this turn"
wiz> order ann Give Bob the mug.
ann! give {"item": "mug", "to": "bob"}
ann! page {"to": "wiz", "text": "He has it."}
wiz<...
bob<...
wiz< Ann pages you, "He has it."
wiz> order ann Go north.
ann! move {"exit": "up the hill"}
ann! move {"exit": "north"}
ann! page {"to": "wiz", "text": "I am there."}
wiz<...
wiz< Ann pages you, "I am there."
ann? contains "an exit is a direction"
wiz> order cyd Go north.
cyd! move {"exit": "north"}
cyd! page {"to": "wiz", "text": "I may not."}
wiz<...
wiz< Cyd pages you, "I may not."
cyd? contains "`move` is not for this turn"
