# Whoever builds by commands, as in other games, reads where the content is to be changed.
builder wiz in town/square
player bob in town/square
assistant ann in town/square
wiz> @desc here=A square with two wells.
wiz< This room, town/square, stands in zones/town.ron:7 of the content. Change it there, and type: reload
wiz> desc statue = It blinks.
wiz< "a stone statue" is of a kind that stands in zones/town.ron:53 of the content. Change it there, and type: reload
wiz> @desc statue=It blinks.
wiz< "a stone statue" is of a kind that stands in zones/town.ron:53 of the content. Change it there, and type: reload
wiz> medit ann
wiz< "Ann" stands in personas/ann.ron:4 of the content. Change it there, and type: reload
wiz> @desc moon=It shines.
wiz< There is no "moon" here. This room, town/square, stands in zones/town.ron:7 of the content, with its details. Change it there, and type: reload
wiz> @desc bob=A man.
wiz< Bob stands nowhere in the content: players say themselves what they look like.
wiz> dig north
wiz< Rooms and the ways between them stand in the content, and this one, town/square, in zones/town.ron:7. Add a way to its exits there, as in (direction: Up, to: "attic"), write the room beside it, and type: reload
wiz> @create lamp
wiz< Kinds of things stand in the content, under kinds in zones/town.ron. Write one there, and its id under things in a room, such as this one, town/square, in zones/town.ron:7; then type: reload
wiz> @desc me=A woman with a plan.
wiz< Whoever looks at you reads that now.
bob> @desc here=A square with two wells.
bob< What places and things are like is up to those who build the game. To propose something, type: idea TEXT. To say what you look like, type: describe TEXT
bob> @name statue=Rex
bob< What places and things are like is up to those who build the game. To propose something, type: idea TEXT. To say what you look like, type: describe TEXT
bob> dig
bob< There is no command "dig". To say it aloud, type: say dig
bob> describe
bob< Whoever looks at you reads: Bob looks like anybody.
