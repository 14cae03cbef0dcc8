# All of it at once; what cannot be taken stays.
player bob in town/square
bob> get all
bob< You take a red apple.
bob< You take a green apple.
bob< You take a pear.
bob> inventory
bob< You carry a red apple, a green apple, a pear.
bob< In your purse: 10 coins.
bob> get all
bob< You cannot take a stone statue; it stays where it is.
bob> drop all
bob< You put down a red apple.
bob< You put down a green apple.
bob< You put down a pear.
bob> drop all
bob< You carry nothing to put down.
