# A character that staff make is there at once, answers by its script, and is there after a restart and a reload.
machine only
staff wiz in town/inn
player bob in town/inn
bob> look
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Wiz.
wiz> @npc new
wiz< Please type it like this: @npc new NAME [as ARCHETYPE]
wiz> @npc new Rolf
wiz< Making Rolf …
wiz< Rolf is here now, and answers when spoken to. To see more: @npc show rolf
bob> look rolf
bob< Rolf
bob< Rolf has not been here for long.
bob< Rolf is played by the server.
bob> say Rolf, good day!
bob< You say to Rolf, "Rolf, good day!"
bob< Rolf says to you, "That is more than I know."
bob> say Rolf, who are you?
bob< You ask Rolf, "Rolf, who are you?"
bob< Rolf says to you, "Rolf is my name."
wiz> @npc show rolf
wiz< Bob says to Rolf, "Rolf, good day!"
wiz< Rolf says to Bob, "That is more than I know."
wiz< Bob asks Rolf, "Rolf, who are you?"
wiz< Rolf says to Bob, "Rolf is my name."
wiz< Rolf
wiz<   id: rolf
wiz<   state: at ease
wiz<   in: town/inn
wiz<   made by: Wiz (wiz), at 2023-11-14 22:13 UTC
wiz<   rights: player
wiz<   model: the default
wiz<   waiting to be answered: 0
wiz<   knows: 1 people
wiz<   errors in a row: 0
wiz<   offers: none
wiz<   commands: none
wiz> @npc list
wiz< The town's own people
wiz<   Rolf (rolf): at ease, in town/inn
wiz> @npc set rolf talkativeness 10
wiz< talkativeness of rolf is 10 now.
wiz> @npc stop rolf
wiz< rolf falls silent.
bob> say Rolf, good day!
bob< You say to Rolf, "Rolf, good day!"
wiz> @npc start rolf
wiz< Bob says to Rolf, "Rolf, good day!"
wiz< rolf thinks again.
restart
bob> look
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Rolf and Wiz.
bob> say Rolf, good day!
bob< You say to Rolf, "Rolf, good day!"
bob< Rolf says to you, "That is more than I know."
wiz> @npc reload
wiz< Bob says to Rolf, "Rolf, good day!"
wiz< Rolf says to Bob, "That is more than I know."
wiz< Reading the content files …
wiz< The content is read again: 5 rooms and 1 people.
wiz< Nothing in it has changed.
bob> look rolf
bob< Rolf
bob< Rolf has not been here for long.
bob< Rolf is played by the server.
wiz> @npc show rolf
wiz< Rolf
wiz<   id: rolf
wiz<   state: at ease
wiz<   in: town/inn
wiz<   made by: Wiz (wiz), at 2023-11-14 22:13 UTC
wiz<   rights: player
wiz<   model: the default
wiz<   waiting to be answered: 0
wiz<   knows: 1 people
wiz<   errors in a row: 0
wiz<   offers: none
wiz<   commands: none
wiz> audit wiz
wiz< What the staff did
wiz<   2023-11-14 22:13 UTC Wiz (account of-wiz) from 127.0.0.1: @npc new (refused: Please type it like this: @npc new NAME [as ARCHETYPE])
wiz<   2023-11-14 22:13 UTC Wiz (account of-wiz) from 127.0.0.1: @npc new Rolf (done)
wiz<   2023-11-14 22:13 UTC Wiz (account of-wiz) from 127.0.0.1: @npc show rolf (done)
wiz<   2023-11-14 22:13 UTC Wiz (account of-wiz) from 127.0.0.1: @npc list (done)
wiz<   2023-11-14 22:13 UTC Wiz (account of-wiz) from 127.0.0.1: @npc set rolf talkativeness 10 (done)
wiz<   2023-11-14 22:13 UTC Wiz (account of-wiz) from 127.0.0.1: @npc stop rolf (done)
wiz<   2023-11-14 22:13 UTC Wiz (account of-wiz) from 127.0.0.1: @npc start rolf (done)
wiz<   2023-11-14 22:13 UTC Wiz (account of-wiz) from 127.0.0.1: @npc reload (done)
wiz<   2023-11-14 22:13 UTC Wiz (account of-wiz) from 127.0.0.1: @npc show rolf (done)
