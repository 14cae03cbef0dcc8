# Staff who make a character silent end what it does over time.
machine only
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get,drop scripted
wiz> order ann get pear; drop pear
wiz< You order Ann, "get pear; drop pear"
wiz< Ann goes on with your order: 1 of 2 steps done. To see how far it is: @npc actions ann. To end it: cancel ann
bob< Ann takes a pear.
wiz> @npc stop ann
wiz< Ann gave up your order: the character was made silent; 1 of 2 steps done, 0 messages, 0 tokens.
wiz< ann falls silent.
wait 20s
bob<-
wiz> @npc start ann
wiz< ann thinks again.
wait 20s
bob<-
