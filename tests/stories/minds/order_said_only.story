# An order that came to words alone is asked about once, whatever the form of the questions, and whoever
# gave it is told so: "I do that" is not done.
machine only
model Schema All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get,drop
wiz> order ann Take the pear.
ann! say {"text": "I take it at once."}
ann! execute_command {"verb": "get", "args": "pear"}
ann? contains "You did nothing."
wiz< You order Ann, "Take the pear."
wiz< Ann pages you, "Done."
bob< Ann says, "I take it at once."
bob< Ann takes a pear.
wiz> @npc actions ann
wiz< What Ann does over time
wiz<   1. order by Wiz, completed: "Take the pear."
wiz<      2 of 12 steps, 2 of 4 messages, 0 tokens
bob> emote waits.
bob< Bob waits.
wait 30s
wiz> order ann Put down the pear.
ann! say {"text": "It is as good as done."}
ann! say {"text": ""}
wiz< You order Ann, "Put down the pear."
wiz< Ann pages you, "I spoke, and did nothing else about it."
bob< Ann says, "It is as good as done."
wait 30s
wiz> @npc actions ann
wiz< What Ann does over time
wiz<   1. order by Wiz, completed: "Take the pear."
wiz<      2 of 12 steps, 2 of 4 messages, 0 tokens
wiz<   2. order by Wiz, failed: "Put down the pear."; it did not work
wiz<      2 of 12 steps, 2 of 4 messages, 0 tokens
# A step of several is no other matter, and the order ends with it.
wiz> order ann Put down the pear and tell everybody, and then take it again.
ann! plan {"steps": ["Put down the pear.", "Tell everybody."]}
ann! say {"text": "Of course."}
ann! say {"text": "In a moment."}
wiz< You order Ann, "Put down the pear and tell everybody, and then take it again."
wiz< Ann pages you, "Step 1 of 2 came to words alone."
bob< Ann says, "Of course."
wait 10s
wiz> order ann Put down the pear and tell everybody, and then take it again.
ann! plan {"steps": ["Put down the pear.", "Tell everybody.", "Take the pear."]}
ann! say {"text": "Of course."}
ann! execute_command {"verb": "drop", "args": "pear"}
wiz< You order Ann, "Put down the pear and tell everybody, and then take it again."
wiz< Ann goes on with your order: 1 of 3 steps done. To see how far it is: @npc actions ann. To end it: cancel ann
bob< Ann says, "Of course."
bob< Ann puts down a pear.
wait 6s
ann! say {"text": "There was a pear."}
bob< Ann says, "There was a pear."
wait 6s
ann! execute_command {"verb": "get", "args": "pear"}
wiz< Ann pages you, "Done."
bob< Ann takes a pear.
wait 6s
# What is to be said is done when it is said.
wiz> order ann Tell everybody good night.
ann! say {"text": "Good night."}
wiz< You order Ann, "Tell everybody good night."
wiz< Ann pages you, "Done."
bob< Ann says, "Good night."
