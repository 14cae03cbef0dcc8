# A goal that the staff set is told to whoever comes by, once a day; one that is done is told to nobody.
machine only
staff wiz in town/inn
player bob in town/inn
assistant ann in town/square scripted
  moment pursues: {speaker}. {rumour}
  moment means-to: I mean to {one}.
wiz> @npc goals ann add Find a new cook.
wiz< What Ann wants
wiz<   1. Find a new cook (open, priority 5, version 1)
bob> south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann.
wait 61s
wiz< Bob leaves south.
bob< Ann says, "Bob. I mean to find a new cook."
wait 300s
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
wiz> @npc goals ann done 1
wiz< What Ann wants
wiz<   1. Find a new cook (done, priority 5, version 2)
bob> north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Wiz.
wait 90000s
wiz< Bob arrives from the south.
bob> south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann.
wait 300s
wiz< Bob leaves south.
