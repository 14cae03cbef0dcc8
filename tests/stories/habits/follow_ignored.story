# Whoever is ignored stays behind when the one whom they followed walks on.
player ann in town/square
player bob in town/square
bob> follow ann
bob< You follow Ann from now on, until you stop.
ann< Bob now follows you. Type lose bob to walk alone.
ann> ignore bob
ann< You no longer hear what Bob says. To hear it again, type: ignore bob off
ann> north
ann< The Inn
ann< A warm room.
ann< Exits: south, up, east (shut: the cellar door).
ann< Bob no longer follows you.
