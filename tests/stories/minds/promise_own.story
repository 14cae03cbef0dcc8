# What an answer promises is told when the visitor comes in again, once, and survives a restart.
machine only
player bob in town/square
assistant ann in town/square scripted
  topic sheet: Come back later and I tell you. => The sheet is dry by now.
  moment keeps-word: A word, {speaker}. {rumour}
bob> say ann, is the sheet ready?
bob< You ask, "ann, is the sheet ready?"
bob< Ann says, "Come back later and I tell you."
wait 300s
bob> go north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
restart
wait 60s
bob> go south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a green apple, a pear, a red apple, a stone statue.
bob< Here: Ann.
wait 90s
bob< Ann says, "A word, Bob. The sheet is dry by now."
wait 1200s
bob> go north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob> go south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a green apple, a pear, a red apple, a stone statue.
bob< Here: Ann.
wait 300s
