# A social shows everybody in the room what fits them, and posture is seen.
player bob in town/square
player ann in town/square
player carol in town/square
bob> smile
bob< You smile.
ann< Bob smiles.
carol< Bob smiles.
bob> smile warmly at ann
bob< You smile warmly at Ann.
ann< Bob smiles warmly at you.
carol< Bob smiles warmly at Ann.
bob> smile at ann warmly
bob< You smile warmly at Ann.
ann< Bob smiles warmly at you.
carol< Bob smiles warmly at Ann.
bob> Beam ann
bob< You smile at Ann.
ann< Bob smiles at you.
carol< Bob smiles at Ann.
bob> wave to ann
bob< You wave at Ann.
ann< Bob waves at you.
carol< Bob waves at Ann.
bob> hug me
bob< You need a hug.
ann< Bob needs a hug.
carol< Bob needs a hug.
bob> hug everybody
bob< You hug everybody.
ann< Bob hugs everybody.
carol< Bob hugs everybody.
bob> smile at the thought of it!
bob< You smile at the thought of it!
ann< Bob smiles at the thought of it!
carol< Bob smiles at the thought of it!
bob> hug
bob< Whom do you mean? Type: hug NAME
bob> hug dan
bob< Nobody called "dan" is here.
bob> sleep at ann
bob< That is done by oneself. Type: sleep
bob> socials
bob< Socials
bob< Type one of these alone, or with a name and a word how, as in smile warmly at pip. For its forms: help smile
bob< glare, hug, sit, sleep, smile, stand, wave.
bob> help hug
bob< Hug
bob< A gesture that everybody in the room sees.
bob< How to type it:
bob<   hug NAME
bob<   hug me
bob< What others read when Ann types it:
bob<   hug warmly at everybody: Ann hugs everybody warmly.
bob<   hug me: Ann needs a hug.
bob> sit
bob< You sit down.
ann< Bob sits down.
carol< Bob sits down.
bob> sit
bob< You are sitting already. To get up, type: stand
ann> look
ann< The Square
ann<...
ann< Here: Bob (sitting) and Carol.
ann> look bob
ann< Bob
ann< Bob looks like anybody.
ann< Bob is sitting.
bob> sleep
bob< You doze off.
ann< Bob dozes off.
carol< Bob dozes off.
bob> stand
bob< You stand up.
ann< Bob stands up.
carol< Bob stands up.
bob> stand
bob< You are standing already.
ann> ignore bob
ann<* *Bob*
bob> wave ann
bob< You wave at Ann.
ann<-
carol< Bob waves at Ann.
