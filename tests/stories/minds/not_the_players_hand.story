# An assistant with staff rights does not do for a player what the player may not do.
player bob in town/square
player carol in town/square
assistant ann in town/square role staff commands kick,emit,look
bob> say @ann throw carol out
ann! execute_command {"verb": "kick", "args": "carol"}
ann! say {"text": "That is not for you to ask."}
bob< You say to Ann, "@ann throw carol out"
bob< Ann says, "That is not for you to ask."
carol< Bob says to Ann, "@ann throw carol out"
carol< Ann says, "That is not for you to ask."
ann? contains "`execute_command` is not for this turn"
# Nor anything its persona does not list, for the staff either.
staff wiz in town/square
wiz<...
wiz> order ann teleport me
ann! execute_command {"verb": "teleport", "args": "wiz = town/inn"}
ann! page {"to": "wiz", "text": "I do not do that."}
ann! noop {}
ann? contains "you may not use `teleport`"
wiz< You order Ann, "teleport me"
wiz< Ann pages you, "That did not work: you may not use `teleport`; you may use: kick, emit, look"
# Ordering is for the staff; for everybody else it is buying.
bob> order ann kick carol
bob<...
bob< Nobody here sells anything; where somebody does, list shows what they have, and you can always ask them.
carol<...
carol< Wiz wakes up and looks around.
carol<-
