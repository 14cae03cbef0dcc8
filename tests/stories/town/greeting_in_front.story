# A matter behind a greeting is answered, with punctuation or without it.
world content
no gambits
no meetings
machine only
hour 9
player bob in town/square
bob> hello pip, where is the inn?
bob< You ask, "hello pip, where is the inn?"
bob< Pip says, "East, under a big brass ear. Say: take me to the inn."
wait 10s
bob> hey pip what do you think of me
bob< Tace arrives from the west.
bob< Tace leaves north.
bob< You say, "hey pip what do you think of me"
bob< Pip says, "Too early to say! I have only half a slip about you."
wait 10s
bob> hello there pip where do i find the market
bob< You say, "hello there pip where do i find the market"
bob< Pip says, "Oh, the market! South of the square; the press is next door, west."
wait 10s
bob> good morning pip
bob< You say, "good morning pip"
bob< Pip asks, "Hello again, Bob! Where to today?"
wait 10s
