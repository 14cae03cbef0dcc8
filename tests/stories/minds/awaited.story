# Whoever asked to be told of an arrival is told of it by the way in which they asked, from afar by a page.
machine only
player bob in town/inn
player cyd in town/inn
player eve in town/square
assistant ann in town/square scripted
  moment takes-on: When I see {one}.
  moment has-come: As you asked, {speaker}: {rumour}
bob> page ann = let me know when Cyd comes in
bob< You page Ann, "let me know when Cyd comes in"
bob< Ann pages you, "When I see Cyd."
eve> say ann, tell me when cyd is here
eve< You say, "ann, tell me when cyd is here"
eve< Ann says, "When I see Cyd."
eve> let me know when Bob comes
eve< You say, "let me know when Bob comes"
eve< Ann says, "When I see Bob."
wait 120s
cyd> go south
bob< Cyd leaves south.
eve< Cyd arrives from the north.
cyd< The Square
cyd< A square with a well.
cyd< Exits: north.
cyd< You see a red apple, a green apple, a pear, a stone statue.
cyd< Here: Ann and Eve.
wait 60s
eve< Ann says to you, "As you asked, Eve: Cyd is here."
cyd< Ann says to Eve, "As you asked, Eve: Cyd is here."
wait 120s
bob< Ann pages you, "As you asked, Bob: Cyd is here."
cyd> go north
bob< Cyd arrives from the south.
eve< Cyd leaves north.
cyd< The Inn
cyd< A warm room.
cyd< Exits: south, up, east (shut: the cellar door).
cyd< Here: Bob.
cyd> go south
bob< Cyd leaves south.
eve< Cyd arrives from the north.
cyd< The Square
cyd< A square with a well.
cyd< Exits: north.
cyd< You see a red apple, a green apple, a pear, a stone statue.
cyd< Here: Ann and Eve.
wait 300s
