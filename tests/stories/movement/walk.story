# Walking: the room is shown, and those in both rooms see it.
over sockets
player bob in town/square
player carol in town/square
player dan in town/inn
bob> north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Dan.
carol< Bob leaves north.
dan< Bob arrives from the south.
bob> go south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Carol.
carol< Bob arrives from the north.
dan< Bob leaves south.
bob> west
bob< There is no way west from here.
bob> go
bob< Please type it like this: north (or any direction), or: go DIRECTION, or: go to PLACE, or: back, or: leave
carol<-
