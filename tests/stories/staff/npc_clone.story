# A copy of a character has its persona, its offers and its talk, under another name and with another home; over a restart, too.
world content
no gambits
machine only
staff wiz in town/market
player bob in town/inn
wiz> @npc clone mara
wiz< Please type it like this: @npc clone NAME as NEWNAME
wiz> @npc clone nobody as Greta
wiz< None of the town's own people has the id "nobody". Try: @npc list
wiz> @npc clone mara as Greta
wiz< Making Greta …
wiz< Greta is here now, and answers when spoken to. To see more: @npc show greta
wiz> look
wiz< Penny Market
wiz< Two rows of stalls stand under patched sailcloth, and the straw on the ground is soft with cabbage leaves. A pair of scales ticks and sways although nobody is weighing anything. Notices crowd a chalkboard at the crossing. The square is north, the door of the slip press west, and south the street drops to the quay.
wiz< Exits: north, west, south.
wiz< You see a windfall apple (4), the Slip of the day.
wiz< Here: Dorcas (weighing what is put in front of her) and Greta.
wiz> @npc show greta
wiz< Greta
wiz<   id: greta
wiz<   state: at ease
wiz<   in: town/market
wiz<   made by: Wiz (wiz), at 2023-11-14 07:00 UTC
wiz<   rights: player
wiz<   model: the default
wiz<   waiting to be answered: 0
wiz<   knows: 0 people
wiz<   errors in a row: 0
wiz<   offers: sell-ale, sell-pie, return-spoon, broth, another-ear
wiz<   commands: none
wiz> say Greta, what do you sell?
wiz< You ask Greta, "Greta, what do you sell?"
wiz< Greta says to you, "Type list, Wiz; whoever sells here stands on it, with the price."
wiz> buy ale from greta
wiz< You give Greta 2 coins for a mug of ale.
restart
wiz> look greta
wiz< Greta
wiz< A broad, quick woman with flour on one sleeve and ink on the other, for she keeps the kitchen and the accounts at once. She listens with her whole face. From her belt hang keys and an empty spoon case.
wiz< Greta is played by the server.
wiz> say Greta, who are you?
wiz< You ask Greta, "Greta, who are you?"
wiz< Greta says to you, "The innkeeper, my dear: Greta to everybody, and madam to the tax."
wiz> @npc clone greta as Berta
wiz< Making Berta …
wiz< Berta is here now, and answers when spoken to. To see more: @npc show berta
wiz> @npc remove greta yes
wiz< Removing Greta …
wiz< Greta is gone, with all that it remembered.
wiz> look
wiz< Penny Market
wiz< Two rows of stalls stand under patched sailcloth, and the straw on the ground is soft with cabbage leaves. A pair of scales ticks and sways although nobody is weighing anything. Notices crowd a chalkboard at the crossing. The square is north, the door of the slip press west, and south the street drops to the quay.
wiz< Exits: north, west, south.
wiz< You see a windfall apple (4), the Slip of the day.
wiz< Here: Dorcas (weighing what is put in front of her) and Berta.
bob> look
bob< The Open Ear
bob< Warm air meets you, thick with malt, wood smoke and other people's business. Long tables run up to a bar of black oak, and on the wall behind it a rack with twelve places holds four spoons. A slate by the hearth tells what is sold, and a row of brass ears hangs over the mantel. The square is west, and a curtain north hides the snug.
bob< Exits: west, north.
bob< Here: Mara (sweeping last night's talk from under the tables).
