# Staff have a character think about a topic for some time: it acts within its rights, yields to whoever
# speaks, and ends by itself when nothing comes of it any more.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get,drop
wiz> @npc capsule ann 10 tokens=5000 tidy up the square
wiz< Ann begins, for 10 minutes, 500 steps or 5000 tokens at most. To watch it, type: why ann. To end it: cancel ann
wiz< Ann goes on with the time capsule: 2 of 500 steps used. To see how far it is: @npc actions ann. To end it: cancel ann
ann! execute_command {"verb": "get", "args": "pear"}
bob< Ann takes a pear.
ann? contains "tidy up the square"
ann? contains "There are 10 minutes for this task."
wait 6s
ann! noop {}
wait 31s
ann! noop {}
wait 61s
ann! noop {}
wiz< Ann is done with the time capsule: 5 of 500 steps used, 0 messages, 0 tokens.
wiz> @npc actions ann
wiz< What Ann does over time
wiz<   1. time capsule by Wiz, completed: "tidy up the square"
wiz<      5 of 500 steps, 0 of 100 messages, 0 tokens
wait 600s
bob<-
