# What a mind with the rights of staff does, or is refused, is written down as well.
machine only
owner zoe in town/square
player bob in town/square
assistant ann in town/square role staff commands emit
zoe> say @ann ring it
ann! execute_command {"verb": "emit", "args": "A bell tolls."}
zoe< You say to Ann, "@ann ring it"
zoe< A bell tolls.
wait 120s
bob> say @ann ring it
ann! execute_command {"verb": "emit", "args": "Another bell tolls."}
ann! say {"text": "Not for you."}
zoe< Bob says to Ann, "@ann ring it"
zoe< Ann says, "Not for you."
zoe> audit
zoe< What the staff did
zoe<*   * UTC Ann: emit (done)
zoe<*   * UTC Ann: emit (refused: You are not allowed to do that.)
