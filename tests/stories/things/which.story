# A word that could mean several things is asked back.
player bob in town/square
bob> get apple
bob< Which apple do you mean: a red apple or a green apple?
bob> get red apple
bob< You take a red apple.
bob> get apple
bob< You take a green apple.
bob> drop apple
bob< Which apple do you mean: a red apple or a green apple?
