# A time capsule gives way to whoever speaks to the character, and goes on afterwards.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get
wiz> @npc capsule ann 10 tidy up the square
ann! after 20s noop {}
wiz< Ann begins, for 10 minutes, 500 steps or 50000 tokens at most. To watch it, type: why ann. To end it: cancel ann
wait 3s
bob> say ann, good evening
ann! say {"text": "Good evening, Bob."}
bob< You say, "ann, good evening"
bob< Ann says, "Good evening, Bob."
wait 4s
ann! execute_command {"verb": "get", "args": "pear"}
bob< Ann takes a pear.
wiz< Ann goes on with the time capsule: 2 of 500 steps used. To see how far it is: @npc actions ann. To end it: cancel ann
wiz> cancel ann
wiz< Ann gives it up.
