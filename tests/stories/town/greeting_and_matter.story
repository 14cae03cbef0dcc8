# Whoever greets and asks is answered what they asked, whoever asks and thanks too, and a word that is all
# that was said means what its pattern says, however often others said it beside something else.
world content
no gambits
no meetings
machine only
hour 9
player bob in town/market
bob> say to dorcas good morning, how much is one onion?
bob< You ask Dorcas, "good morning, how much is one onion?"
bob< Dorcas offers you an onion for 1 coin. Type accept or decline.
bob< Dorcas takes the third from the left.
bob< Dorcas says, "That one has been waiting for you."
bob> say to dorcas what are the buttons for, thanks
bob< You say to Dorcas, "what are the buttons for, thanks"
bob< Dorcas says, "Bone ones lie open. The bright ones are under a net: eleven went by beak, all off one coat."
bob> say to dorcas good morning to you
bob< You say to Dorcas, "good morning to you"
bob< Dorcas says, "Good day. The scale is level, so you may speak."
bob> say to dorcas wow
bob< You say to Dorcas, "wow"
bob< Dorcas says, "That is about the size of it."
