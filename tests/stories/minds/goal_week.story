# A goal that takes seven real days in which nobody shouts: a shout sets it back, the clock completes it, over a
# restart too, and whoever comes by first is told, once.
machine only
staff wiz in town/inn
player bob in town/square
player cyd in town/inn
assistant ann in town/square scripted
  topic working: {goal} | I rest.
  goal (name: "quiet", text: "have a quiet week", needs: (count: Unspoiled(7), spoiled_by: [Shouted]), says: ["A quiet week: {count} of {needed} days."])
  on Reached("quiet"): [Say(["A whole week, {speaker}!"])]
  on Spoiled("quiet"): [Say(["Seven more, then."])]
wait 172900s
bob> say ann, what are you working on
bob< You say, "ann, what are you working on"
bob< Ann says, "A quiet week: two of seven days."
bob> shout ho
bob< You shout, "ho"
bob< Ann looks at Bob and says nothing.
bob< Ann says, "Seven more, then."
bob> shout hey
bob< You shout, "hey"
bob< Ann looks at Bob and says nothing.
bob> say ann, what are you working on
bob< You say, "ann, what are you working on"
bob< Ann says, "A quiet week: none of seven days."
bob> north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Wiz and Cyd.
wait 345600s
restart
wiz> @npc goals ann
wiz< What Ann wants
wiz<   1. have a quiet week (open, priority 5, 4 of 7, by the game, version 2)
wait 259300s
wiz> @npc goals ann
wiz< What Ann wants
wiz<   1. have a quiet week (done, priority 5, version 3)
bob> south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a green apple, a pear, a red apple, a stone statue.
bob< Here: Ann.
bob< Ann says, "A whole week, Bob!"
cyd> south
cyd< Bob leaves south.
cyd< The Square
cyd< A square with a well.
cyd< Exits: north.
cyd< You see a green apple, a pear, a red apple, a stone statue.
cyd< Here: Ann and Bob.
bob> say ann, what are you working on
bob< Cyd arrives from the north.
bob< You say to Ann, "ann, what are you working on"
bob< Ann says to you, "I rest."
