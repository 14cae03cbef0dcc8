# An order takes tool calls, which a model that writes plain text cannot make: the script carries it out.
machine only
model Words All
staff wiz in town/square
assistant ann in town/square
wiz> order ann say Good evening.
wiz< You order Ann, "say Good evening."
wiz< Ann says, "Good evening."
wiz< Ann pages you, "Done."
