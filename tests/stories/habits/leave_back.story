# Leaving by the one way there is, and taking the last step back.
over sockets
player bob in town/square
bob> back
bob< You did not walk here, so there is no step back. Type exits for the ways.
bob> leave
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob> leave
bob< Which way would you like to leave: south, up or east?
bob> leave the inn
bob< Which way would you like to leave: south, up or east?
bob> leave gossip
bob< You are not in "gossip". leave alone goes out of here; to leave the game, type quit.
bob> leave east
bob< The cellar door is shut.
bob> go back
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob> back
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob> n.
bob< There is no way north from here.
bob> go south.
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob> run north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob> walk to the south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob> go up the stairs
bob< There is no way up from here.
