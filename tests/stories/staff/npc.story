# Staff stop and start an assistant.
over sockets
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
wiz> @npc list
wiz< The town's own people
wiz<   Ann (ann): at ease, in town/square
wiz> @npc show ann
wiz< Ann
wiz<   id: ann
wiz<   state: at ease
wiz<   in: town/square
wiz<   rights: player
wiz<   model: the default
wiz<   waiting to be answered: 0
wiz<   knows: 0 people
wiz<   errors in a row: 0
wiz<   offers: none
wiz<   commands: none
wiz> @npc/stop ann
wiz< ann falls silent.
bob> say hello
bob< You say, "hello"
bob<-
wiz> @npc start ann
wiz< ann thinks again.
bob> say hello again
ann! say {"text": "Good day."}
bob< You say, "hello again"
bob< Ann says, "Good day."
wiz> @npc stop zoe
wiz< None of the town's own people has the id "zoe". Try: @npc list
