# A guide's question where to go is answered by a place, and a proposal by a yes.
world content
player bob in town/square
bob> say hello
bob< You say, "hello"
bob< Pip says, "Hello! I am Pip, and you are new, so I have waited for you all my life. Ask me what to do here, where things are, or say: take me to the inn."
bob> say hello
bob< You say, "hello"
bob< Pip asks, "Hello again! Where to today?"
bob> say the market
bob< You say, "the market"
bob< Pip offers you a walk to Penny Market. Type accept or decline.
bob< Pip says, "To the market! Watch for cabbage."
