# A guide's question where to go is answered by a place, and a proposal by a yes.
world content
player bob in town/square
bob> say hello
bob< You say, "hello"
bob< Pip says, "Hello! I am Pip, the one with the slips. Lost? Nobody is, once they have asked me."
bob> say hello
bob< You say, "hello"
bob< Pip asks, "Hello, hello! I was just about to be bored. Where to today?"
bob> say the market
bob< You say, "the market"
bob< Pip offers you a walk to Penny Market. Type accept or decline.
bob< Pip says, "To the market! Watch for cabbage."
