# Who follows somebody takes each of their steps, and a step of one's own ends it.
player ann in town/square
player bob in town/square
ann> follow bob
ann< You follow Bob from now on, until you stop.
bob< Ann now follows you. Type lose ann to walk alone.
bob> follow
bob< You follow nobody. Ann follows you.
bob> north
ann< Bob leaves north.
ann< The Inn
ann< A warm room.
ann< Exits: south, up, east (shut: the cellar door).
ann< Here: Bob.
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Ann arrives from the south.
ann> south
ann< You no longer follow Bob.
ann< The Square
ann< A square with a well.
ann< Exits: north.
ann< You see a red apple, a green apple, a pear, a stone statue.
bob< Ann leaves south.
bob< Ann no longer follows you.
ann> follow bob
ann< Nobody called "bob" is here.
ann> unfollow
ann< You follow nobody. If somebody follows you, type: lose NAME
