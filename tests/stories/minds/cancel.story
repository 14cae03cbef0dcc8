# The staff end what takes time, and nobody else does.
machine only
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get,drop scripted
wiz> order ann get pear; drop pear; say Done.
wiz< You order Ann, "get pear; drop pear; say Done."
wiz< Ann goes on with your order: 1 of 3 steps done. To see how far it is: @npc actions ann. To end it: cancel ann
bob< Ann takes a pear.
bob> cancel ann
bob< There is no command "cancel". Did you mean channel?
wiz> cancel ann
wiz< Ann gives it up.
wait 20s
bob<-
wiz> @npc actions ann
wiz< What Ann does over time
wiz<   1. order by Wiz, cancelled: "get pear; drop pear; say Done."
wiz<      1 of 15 steps, 0 of 10 messages, 0 tokens
wiz<      done: get pear
wiz<      open: drop pear
wiz<      open: say Done.
wiz> cancel ann
wiz< Ann does nothing that takes time.
