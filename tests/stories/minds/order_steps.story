# An order of several steps is carried out one after the other, even when the server stops meanwhile, and
# whoever speaks in between is answered. Nothing is done twice.
machine only
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get,drop scripted
  topic hello: Good day.
wiz> order ann get pear; say I have it.; drop pear
wiz< You order Ann, "get pear; say I have it.; drop pear"
wiz< Ann goes on with your order: 1 of 3 steps done. To see how far it is: @npc actions ann. To end it: cancel ann
bob< Ann takes a pear.
bob> say ann, hello
bob< You say, "ann, hello"
bob< Ann says, "Good day."
wait 6s
bob< Ann says, "I have it."
wiz> @npc actions ann
wiz< What Ann does over time
wiz<   1. order by Wiz, waiting: "get pear; say I have it.; drop pear"
wiz<      2 of 15 steps, 1 of 10 messages, 0 tokens, 30 minutes left
wiz<      done: get pear
wiz<      done: say I have it.
wiz<      open: drop pear
restart
wait 6s
bob< Ann puts down a pear.
wiz< Ann pages you, "Done."
wait 20s
bob<-
wiz> @npc actions ann
wiz< What Ann does over time
wiz<   1. order by Wiz, completed: "get pear; say I have it.; drop pear"
wiz<      3 of 15 steps, 2 of 10 messages, 0 tokens
wiz<      done: get pear
wiz<      done: say I have it.
wiz<      done: drop pear
