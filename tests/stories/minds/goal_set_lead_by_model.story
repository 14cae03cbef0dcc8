# A goal that the staff set is a lead where a model speaks, too: it is told the engine's sentence and words it, once a
# day; a goal that is dropped is none.
machine only
staff wiz in town/inn
player bob in town/inn
assistant ann in town/square
  moment pursues: {speaker}. {rumour}
  moment means-to: I mean to {one}.
wiz> @npc goals ann add Find a new cook.
wiz< What Ann wants
wiz<   1. Find a new cook (open, priority 5, version 1)
wiz> @npc goals ann set 1 priority=8
wiz< What Ann wants
wiz<   1. Find a new cook (open, priority 8, version 2)
bob> south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann.
ann! say {"text": "Bob, do you know a cook? I need a new one."}
wait 61s
wiz< Bob leaves south.
bob< Ann says, "Bob, do you know a cook? I need a new one."
ann? contains "I mean to find a new cook."
bob> north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Wiz.
bob> south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann.
wait 300s
wiz< Bob arrives from the south.
wiz< Bob leaves south.
bob> north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Wiz.
wiz> @npc goals ann drop 1
wiz< Bob arrives from the south.
wiz< What Ann wants
wiz<   1. Find a new cook (dropped, priority 8, version 3)
wait 90000s
bob> south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann.
wait 300s
wiz< Bob leaves south.
