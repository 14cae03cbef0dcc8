# Whoever is behind comes along only by the ways there are: one who is sent away is lost.
player ann in town/square
staff bob in town/square
ann> follow bob
ann< You follow Bob from now on, until you stop.
bob< Ann now follows you. Type lose ann to walk alone.
bob> teleport town/attic
bob< The Attic
bob< Dust and beams.
bob< Exits: down, up.
bob< Ann no longer follows you.
ann< Bob is gone.
ann< You stay behind.
ann< You no longer follow Bob.
