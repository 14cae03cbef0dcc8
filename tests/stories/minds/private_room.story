# What was said before somebody came in is told on only to those who were there
# when it was whispered; what was said aloud is not secret.
player bob in town/square
player carol in town/inn
assistant ann in town/square
bob> say The bridge is closed.
ann! noop
bob< You say, "The bridge is closed."
carol> south
carol> say @ann is the bridge open?
ann! say {"text": "It is closed."}
ann? contains "The bridge is closed."
carol<...
carol< Ann says, "It is closed."
