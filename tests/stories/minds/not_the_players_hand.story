# An assistant with staff rights does not do for a player what the player may
# not do.
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
ann? contains "You are not allowed to do that."
# Nor anything its persona does not list.
bob> say @ann teleport me
ann! execute_command {"verb": "teleport", "args": "bob = town/inn"}
ann! say {"text": "I do not do that."}
bob< You say to Ann, "@ann teleport me"
bob< Ann says, "I do not do that."
ann? contains "you may not use `teleport`"
