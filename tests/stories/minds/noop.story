# An assistant may choose to say nothing.
player bob in town/square
assistant ann in town/square
bob> say I was only talking to myself.
ann! noop {"reason": "He was only talking to himself."}
bob< You say, "I was only talking to myself."
bob<-
ann= noop
