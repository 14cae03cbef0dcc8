# What staff make and remove holds over sockets and restarts, and no name of a player is given to a character.
over sockets
staff wiz in town/inn
player bobby in town/inn
wiz> @npc new Bobbi
wiz< Making Bobbi …
wiz< Bobbi is here now, and answers when spoken to. To see more: @npc show bobbi
wiz> @npc new Bobby
wiz< Bobby is somebody already; please choose another name.
wiz> @npc new B0bby
wiz< Making B0bby …
wiz< A name is one word of everyday letters, with - or ' between them if you like; please choose another.
wiz> @npc new Rolf
wiz< Making Rolf …
wiz< Rolf is here now, and answers when spoken to. To see more: @npc show rolf
restart
wiz> say Rolf, who are you?
wiz< You ask Rolf, "Rolf, who are you?"
wiz< Rolf says to you, "Rolf is my name."
wiz> @npc remove rolf
wiz< This would remove Rolf for good, with all that it remembers. Nothing was changed. To remove it, type: @npc remove rolf yes
wiz> @npc remove rolf yes
wiz< Removing Rolf …
wiz< Rolf is gone, with all that it remembered.
restart
wiz> look
wiz< The Inn
wiz< A warm room.
wiz< Exits: south, up, east (shut: the cellar door).
wiz< Here: Bobbi and Bobby.
