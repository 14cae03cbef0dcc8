# A command is carried out for whoever may order it, and for nobody who only asks, whatever they may do
# themselves: not even for the staff.
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get,drop
bob> say take the pear
ann! execute_command {"verb": "get", "args": "pear"}
ann! say {"text": "Take it yourself, Bob."}
bob< You say, "take the pear"
bob< Ann says, "Take it yourself, Bob."
ann? contains "`execute_command` is not for this turn"
wiz> page ann = take the pear
ann! execute_command {"verb": "get", "args": "pear"}
ann! page {"to": "wiz", "text": "No."}
wiz< You page Ann, "take the pear"
wiz< Ann pages you, "No."
wiz> order ann take the pear
ann! execute_command {"verb": "get", "args": "pear"} & page {"to": "wiz", "text": "I have it."}
wiz< You order Ann, "take the pear"
wiz< Ann pages you, "I have it."
bob< Ann takes a pear.
ann? contains ""t":"order""
# Nothing that anybody said stands beside an order.
ann? lacks "Take it yourself"
ann? lacks "Bob"
