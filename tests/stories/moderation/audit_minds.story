# What a mind with the rights of staff does is written down as well, beside who ordered it; what it is
# refused stands in its record.
machine only
owner zoe in town/square
player bob in town/square
assistant ann in town/square role staff commands emit
zoe> order ann ring it
ann! execute_command {"verb": "emit", "args": "A bell tolls."}
ann! page {"to": "zoe", "text": "It tolls."}
zoe< You order Ann, "ring it"
zoe< A bell tolls.
zoe< Ann pages you, "It tolls."
bob> say @ann ring it
ann! execute_command {"verb": "emit", "args": "Another bell tolls."}
ann! say {"text": "Not for you."}
zoe< Bob says to Ann, "@ann ring it"
zoe< Ann says, "Not for you."
zoe> audit
zoe< What the staff did
zoe<*   * UTC Zoe (account of-zoe) from 127.0.0.1: order ann ring it (done)
zoe<*   * UTC Ann: emit (done)
zoe> why ann
zoe<...
zoe<*   * "execute_command": refused: "`execute_command` is not for this turn; *"; rule 1 offered
zoe<...
zoe<*   * ends: terminal_tool *
