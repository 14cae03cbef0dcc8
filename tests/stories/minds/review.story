# An order that was only acknowledged is asked about once, and what was found out after the words is told.
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get
wiz> order ann Take the pear.
ann! page {"to": "wiz", "text": "At once, Wiz."}
ann! execute_command {"verb": "get", "args": "pear"}
ann! page {"to": "wiz", "text": "I have it."}
wiz< You order Ann, "Take the pear."
wiz< Ann pages you, "At once, Wiz."
wiz< Ann pages you, "I have it."
bob< Ann takes a pear.
bob> say ann, what is on the sign?
ann! say {"text": "Let me see."} & inspect {"target": "bob"}
ann! say {"text": "It is only you, Bob."}
bob< You ask, "ann, what is on the sign?"
bob< Ann says, "Let me see."
bob< Ann says, "It is only you, Bob."
wiz> why ann
wiz<...
