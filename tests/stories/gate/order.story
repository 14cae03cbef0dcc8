# What the staff order is carried out beside whoever chatters, with the rights of both, and nothing of it
# depends on what players say meanwhile.
over sockets
staff wiz in town/inn
player bob in town/square
guest guest-1 in town/square
assistant ann in town/square role staff commands emit,kick,get
assistant cid in town/square commands emit,get
guest-1> say nice weather, ann
ann! say {"text": "It is."}
guest-1<...
guest-1< Ann says, "It is."
wiz> order ann Ring the bell.
ann! execute_command {"verb": "emit", "args": "A bell tolls."}
ann! page {"to": "wiz", "text": "It tolls."}
wiz< You order Ann, "Ring the bell."
wiz< Ann pages you, "It tolls."
bob<...
bob< A bell tolls.
ann? lacks "weather"
# Who has no such rights is lent none.
wiz> order cid Ring the bell.
cid! execute_command {"verb": "emit", "args": "Another bell tolls."}
cid! page {"to": "wiz", "text": "I may not."}
cid! noop {}
cid? contains "those who want it may not do it themselves"
wiz< You order Cid, "Ring the bell."
wiz< Cid pages you, "That did not work: those who want it may not do it themselves"
# Without a model an order is a command.
assistant dot in town/square commands get scripted
wiz> order dot get pear
wiz< You order Dot, "get pear"
wiz< Dot pages you, "Done."
bob<...
bob< Dot takes a pear.
wiz> order dot get moon
wiz< You order Dot, "get moon"
wiz< Dot pages you, "That did not work: You see no "moon" here."
wiz> order dot dance
wiz< You order Dot, "dance"
wiz< Dot pages you, "I can only do what begins with one of these: say, pose, get."
wiz> order nobody dance
wiz< None of the town's own people is called "nobody". Try: @npc list. To have something that is sold, type: buy nobody
wiz> order dot
wiz< Please type it like this: order NAME WORDS
