# A shut door stops people.
over sockets
player bob in town/inn
bob> look
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob> east
bob< The cellar door is shut.
bob> look cellar door
bob< The cellar door leads east. It is shut.
