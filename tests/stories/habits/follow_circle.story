# A circle of followers takes one step and comes to rest.
machine only
player ann in town/square
player bob in town/square
player carol in town/square
ann> follow bob
ann< You follow Bob from now on, until you stop.
bob< Ann now follows you. Type lose ann to walk alone.
bob> follow carol
bob< You follow Carol from now on, until you stop.
carol< Bob now follows you. Type lose bob to walk alone.
carol> follow ann
carol< You follow Ann from now on, until you stop.
ann< Carol now follows you. Type lose carol to walk alone.
ann> north
wait 1s
ann< You no longer follow Bob.
ann< The Inn
ann< A warm room.
ann< Exits: south, up, east (shut: the cellar door).
ann< Carol arrives from the south.
ann< Bob arrives from the south.
bob< Ann leaves north.
bob< Ann no longer follows you.
bob< Carol leaves north.
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Ann and Carol.
carol< Ann leaves north.
carol< Bob arrives from the south.
carol< The Inn
carol< A warm room.
carol< Exits: south, up, east (shut: the cellar door).
carol< Here: Ann and Bob.
ann> look
ann< The Inn
ann< A warm room.
ann< Exits: south, up, east (shut: the cellar door).
ann< Here: Carol and Bob.
bob<-
carol<-
