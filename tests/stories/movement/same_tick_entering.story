# Who enters a room after a line was spoken, in the same tick, did not hear it;
# who entered before it was spoken did.
machine only
player bob in town/square
player carol in town/inn
together
bob> say One for those who are here.
carol> south
end
bob< You say, "One for those who are here."
bob< Carol arrives from the north.
carol< The Square
carol< A square with a well.
carol< Exits: north.
carol< You see a red apple, a green apple, a pear, a stone statue.
carol< Here: Bob.
together
carol> north
bob> say Two for those who are here.
end
bob< Carol leaves north.
bob< You say, "Two for those who are here."
carol< The Inn
carol< A warm room.
carol< Exits: south, up, east (shut: the cellar door).
together
carol> south
bob> say Three for those who are here.
end
bob< Carol arrives from the north.
bob< You say, "Three for those who are here."
carol< Bob says, "Three for those who are here."
carol< The Square
carol< A square with a well.
carol< Exits: north.
carol< You see a red apple, a green apple, a pear, a stone statue.
carol< Here: Bob.
