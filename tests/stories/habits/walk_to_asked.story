# A place is named as a thing is: the whole name, a part of it, and a question where several fit.
player bob in town/square
player carol in town/square
bob> go to carol
bob< Carol is right here.
bob> go to dan
bob< No open way leads to a place called "dan". Type exits or map to see where you can go; to reach somebody anywhere, type: page NAME TEXT
bob> go to the
bob< No open way leads to a place called "the". Type exits or map to see where you can go; to reach somebody anywhere, type: page NAME TEXT
bob> go to cellar
bob< No open way leads to a place called "cellar". Type exits or map to see where you can go; to reach somebody anywhere, type: page NAME TEXT
bob> go to square
bob< You are there already: this is The Square.
bob> head to the inn
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
carol< Bob leaves north.
