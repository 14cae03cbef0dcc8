# A step that does not work ends the order, and whoever gave it is told which one it was.
machine only
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get,drop scripted
wiz> order ann get pear; drop sword; say I am done.
wiz< You order Ann, "get pear; drop sword; say I am done."
wiz< Ann goes on with your order: 1 of 3 steps done. To see how far it is: @npc actions ann. To end it: cancel ann
bob< Ann takes a pear.
wait 6s
wiz< Ann pages you, "Step 2 of 3 did not work: You carry no "sword"."
wait 20s
bob<-
