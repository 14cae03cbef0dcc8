# Staff have a model split a goal into parts, in one question; it does nothing else, and yields to whoever speaks.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
wiz> @npc goals ann add priority=7 make the square fit for the fair
wiz<
wiz> @npc goals ann decompose 1
ann! plan {"steps": ["sweep the square", "hang up the lamps", "find a fiddler"]} & say {"text": "I split it."}
wiz<
ann? contains "Split this goal into a few smaller ones"
ann? contains "make the square fit for the fair"
bob<-
wiz> @npc goals ann
wiz<
wiz> @npc goals ann decompose 2
ann! text I would rather not.
wiz<
wiz> @npc goals ann decompose 3
ann! fails
wiz<
wiz> why ann
wiz<
