# A character that staff made is removed with all that it remembers; what it carries stays, and one of the content does not go.
machine only
staff wiz in town/square
player bob in town/square
assistant ann in town/inn
wiz> @npc new Rolf
wiz< Making Rolf …
wiz< Rolf is here now, and answers when spoken to. To see more: @npc show rolf
bob> say Rolf, I live in the mill.
bob< You say to Rolf, "Rolf, I live in the mill."
bob< Rolf says to you, "That is more than I know."
bob> get pear
bob< You take a pear.
bob> give pear to rolf
bob< You give Rolf a pear.
bob> inventory
bob< You carry nothing.
bob< In your purse: 10 coins.
wiz> @npc memory rolf mill
wiz< Bob says to Rolf, "Rolf, I live in the mill."
wiz< Rolf says to Bob, "That is more than I know."
wiz< Bob takes a pear.
wiz< Bob gives Rolf a pear.
wiz< What Rolf remembers
wiz<   0. line, from Bob, just now, importance 3: "Rolf, I live in the mill."
wiz> @npc remove rolf
wiz< This would remove Rolf for good, with all that it remembers. What it carries, 1 thing, would be left where it is. Nothing was changed. To remove it, type: @npc remove rolf yes
wiz> @npc show rolf
wiz< Rolf
wiz<   id: rolf
wiz<   state: at ease
wiz<   in: town/square
wiz<   made by: Wiz (wiz), at 2023-11-14 22:13 UTC
wiz<   rights: player
wiz<   model: the default
wiz<   waiting to be answered: 0
wiz<   knows: 1 people
wiz<   errors in a row: 0
wiz<   offers: none
wiz<   commands: none
wiz> @npc remove rolf yes
wiz< Removing Rolf …
wiz< Rolf is gone, with all that it remembered.
wiz> @npc show rolf
wiz< None of the town's own people has the id "rolf". Try: @npc list
bob> look
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a stone statue, a pear (2).
bob< Here: Wiz.
bob> say Rolf, are you there?
bob< You ask, "Rolf, are you there?"
wiz> @npc remove ann
wiz< Bob asks, "Rolf, are you there?"
wiz< ann stands in personas/ann.ron:4 of the content. Take the file away there, and type: @npc reload
wiz> @npc remove zoe yes
wiz< None of the town's own people has the id "zoe". Try: @npc list
restart
wiz> @npc list
wiz< The town's own people
wiz<   Ann (ann): at ease, in town/inn
wiz> look
wiz< The Square
wiz< A square with a well.
wiz< Exits: north.
wiz< You see a green apple, a pear (2), a red apple, a stone statue.
wiz< Here: Bob.
wiz> @npc new Rolf
wiz< Making Rolf …
wiz< Rolf is here now, and answers when spoken to. To see more: @npc show rolf
wiz> @npc show rolf
wiz< Rolf
wiz<   id: rolf
wiz<   state: at ease
wiz<   in: town/square
wiz<   made by: Wiz (wiz), at 2023-11-14 22:13 UTC
wiz<   rights: player
wiz<   model: the default
wiz<   waiting to be answered: 0
wiz<   knows: 0 people
wiz<   errors in a row: 0
wiz<   offers: none
wiz<   commands: none
wiz> @npc memory rolf mill
wiz< What Rolf remembers
wiz<   nothing that you may read
