# Dorcas sees one plait into three kitchens: each counts once, and whoever brings the third hears of it. Tace lays a pebble
# for whoever waves.
machine only
world content
no gambits
no meetings
player ann in town/market
player bob in town/market
player cyd in town/market
player dan in town/bell-yard
staff wiz in town/inn
ann> buy onion
ann< You give Dorcas 1 coin for an onion.
bob> buy onion
bob> buy onion
bob< Ann gives Dorcas 1 coin for an onion.
bob< You give Dorcas 1 coin for an onion.
bob< You give Dorcas 1 coin for an onion.
wiz> @npc goals dorcas
wiz< What Dorcas wants
wiz<   1. see one plait of onions into three kitchens (open, priority 5, 2 of 3, by the game, version 3)
cyd> buy onion
cyd< Ann gives Dorcas 1 coin for an onion.
cyd< Bob gives Dorcas 1 coin for an onion.
cyd< Bob gives Dorcas 1 coin for an onion.
cyd< You give Dorcas 1 coin for an onion.
cyd< Dorcas cuts the last string.
cyd< Dorcas says to you, "Three kitchens from one plait, Cyd. That comes out even to the ounce. I hang up the next."
dan> wave tace
dan> wave tace
dan> say tace, what are you working on?
dan< You wave at Tace.
dan< Tace waves back, with her free hand.
dan< You wave at Tace.
dan< Tace waves back, with her free hand.
dan< You ask, "tace, what are you working on?"
dan< Tace says, "What I want? People who wave before they speak. I lay a pebble on the rim for each: one of three so far."
