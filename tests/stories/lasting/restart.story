# After a restart everybody is where they were, and so is everything.
over sockets
player bob in town/square
player carol in town/square
player dan in town/inn
bob> get pear
carol> get red apple
bob> north
bob> drop pear
bob> set brief on
carol> channel leave chat
restart
bob> inventory
bob< You carry nothing.
bob< In your purse: 10 coins.
bob> look
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< You see a pear.
bob< Here: Dan.
carol> inventory
carol< You carry a red apple.
carol< In your purse: 10 coins.
carol> chat hello
carol< You are not on chat. To join it, type: channel join chat
bob> south
bob< The Square
bob< Exits: north.
bob< You see a green apple, a stone statue, a red apple, a pear.
bob< Here: Carol.
carol< Bob arrives from the north.
