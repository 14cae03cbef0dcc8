# A character that staff make has the talk of an archetype of the content, or of plain folk; names are checked.
world content
no gambits
machine only
staff wiz in town/inn
player bob in town/market
wiz> @npc new Hilda as alewife
wiz< Making Hilda …
wiz< There is no archetype alewife; there are: boatbuilder, ferryman, folk, gatekeeper, guide, innkeeper, neighbour, printer, ringer, townsfolk, trader.
wiz> @npc new Hilda as innkeeper
wiz< Making Hilda …
wiz< Hilda is here now, and answers when spoken to. To see more: @npc show hilda
wiz> say Hilda, what is there to drink?
wiz< You ask Hilda, "Hilda, what is there to drink?"
wiz< Hilda says to you, "It is all on the slate. Type list, Wiz, and the prices stand beside it."
wiz> say Hilda, what is your name?
wiz< You ask Hilda, "Hilda, what is your name?"
wiz< Hilda says to you, "Hilda is my name."
wiz> @npc new Mara
wiz< Mara is somebody already; please choose another name.
wiz> @npc new Maraa
wiz< Making Maraa …
wiz< That word, or one that looks like it, means something or somebody else here; please choose another name.
wiz> @npc new bob
wiz< bob is somebody already; please choose another name.
wiz> @npc new admin
wiz< Making admin …
wiz< That word, or one that looks like it, means something or somebody else here; please choose another name.
wiz> @npc new Hilda
wiz< Hilda is somebody already; please choose another name.
wiz> @npc new No1
wiz< Making No1 …
wiz< A name is one word of everyday letters, with - or ' between them if you like; please choose another.
wiz> @npc new Émile
wiz< A character of this kind is known to the staff by its name, so that has only the letters a to z; please choose another.
wiz> @npc new chat
wiz< Making chat …
wiz< That word, or one that looks like it, means something or somebody else here; please choose another name.
bob> @npc new Rolf
bob< There is no command "@npc". To say it aloud, type: say @npc new Rolf
wiz> @npc new Otto
wiz< Making Otto …
wiz< Otto is here now, and answers when spoken to. To see more: @npc show otto
wiz> say Otto, hello!
wiz< You say to Otto, "Otto, hello!"
wiz< Otto says to you, "Good day to you, Wiz. I do not think that we have met."
wiz> say Otto, where is the baker?
wiz< You ask Otto, "Otto, where is the baker?"
wiz< Otto says to you, "That I could not tell you."
wiz> @npc remove mara
wiz< mara stands in personas/mara.ron:6 of the content. Take the file away there, and type: @npc reload
