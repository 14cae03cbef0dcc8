# Who quits wakes up where they fell asleep, with what they had.
over sockets
player bob in town/square
player carol in town/inn
bob> north
bob> south
bob> get pear
bob> north
bob<...
bob> quit
bob< All is saved. Sleep well; we are glad whenever you come back.
carol<...
carol< Bob falls asleep and is gone.
back bob
carol< Bob wakes up and looks around.
bob> inventory
bob< You carry a pear.
bob< In your purse: 10 coins.
bob> look
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Carol.
