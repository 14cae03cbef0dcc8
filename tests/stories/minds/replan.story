# A step that fails is planned anew once; a second failure ends the order.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get,drop
wiz> order ann Take the sword and tell everybody, and then put it down again.
ann! plan {"steps": ["Take the sword.", "Tell everybody."]}
ann! execute_command {"verb": "get", "args": "sword"}
ann! plan {"steps": ["Take the pear.", "Tell everybody."]}
ann! execute_command {"verb": "get", "args": "pear"}
wiz< You order Ann, "Take the sword and tell everybody, and then put it down again."
wiz< Ann goes on with your order: 1 of 3 steps done. To see how far it is: @npc actions ann. To end it: cancel ann
bob< Ann takes a pear.
wait 6s
ann! say {"text": "No sword, but a pear."}
wiz< Ann pages you, "Done."
bob< Ann says, "No sword, but a pear."
wiz> @npc actions ann
wiz< What Ann does over time
wiz<   1. order by Wiz, completed: "Take the sword and tell everybody, and then put it down again."
wiz<      5 of 15 steps, 2 of 10 messages, 0 tokens
wiz<      failed: Take the sword.
wiz<      done: Take the pear.
wiz<      done: Tell everybody.
