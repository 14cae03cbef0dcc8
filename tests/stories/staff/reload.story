# The content is read again while people play.
over sockets
builder wiz in town/square
player bob in town/square
bob> get pear
wiz> reload
wiz<...
wiz<* The content is read again: *
bob> inventory
bob< You take a pear.
bob< You carry a pear.
bob< In your purse: 10 coins.
