# The staff have a character say something, with their own rights, and the audit has it.
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
wiz> @npc say-as ann The pies are out.
wiz< Ann says it.
bob< Ann says, "The pies are out."
wiz> aiinteract ann Come and get them!
wiz< Ann says it.
bob< Ann says, "Come and get them!"
bob> @npc say-as ann I am yours.
bob< There is no command "@npc". To say it aloud, type: say @npc say-as ann I am yours.
