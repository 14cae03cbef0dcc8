# A model that writes its plan as a list, and one that makes none, are understood.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get,drop
wiz> order ann Take the pear and tell everybody, and then put it down again.
ann! plan {"steps": []}
ann! execute_command {"verb": "get", "args": "pear"}
ann! page {"to": "wiz", "text": "I have it."}
wiz< You order Ann, "Take the pear and tell everybody, and then put it down again."
wiz< Ann pages you, "I have it."
bob< Ann takes a pear.
