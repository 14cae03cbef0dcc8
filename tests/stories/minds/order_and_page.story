# Whoever gave an order may go on to write to the character: the order is carried out all the same, and is
# none of the lines that a newer one takes the place of.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get
wiz> order ann Take the pear.
ann! after 4s execute_command {"verb": "get", "args": "pear"}
wiz< You order Ann, "Take the pear."
wait 1s
wiz> page ann = Be quick about it.
ann! page {"to": "wiz", "text": "I have it."}
ann! page {"to": "wiz", "text": "As quick as I can."}
wait 20s
bob< Ann takes a pear.
wiz< You page Ann, "Be quick about it."
wiz< Ann pages you, "I have it."
wiz< Ann pages you, "As quick as I can."
wiz> @npc actions ann
wiz< What Ann does over time
wiz<   1. order by Wiz, completed: "Take the pear."
wiz<      2 of 12 steps, 1 of 4 messages, 0 tokens
