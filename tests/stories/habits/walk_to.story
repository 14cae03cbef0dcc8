# Walking to a place goes step by step, and says so; those who are passed see it.
machine only
world content
player bob in town/square
player carol in town/market
bob> go to the quay
bob< You set out for The Quay, 2 steps away.
bob< Penny Market
bob< Exits: north, west, south.
bob< You see a windfall apple (4), the Slip of the day.
bob< Here: Dorcas (weighing what is put in front of her) and Carol.
carol< Bob arrives from the north.
wait 2s
bob< Here you are.
bob< The Quay
bob< The river Lull goes by at the pace of somebody with nothing to hide. Barges creak on their ropes, tar softens between the planks, and gulls walk up and down like inspectors. A tally board hangs from the arm of a crane. The market is north, the boathouse west, and east a towpath runs to the ferry steps.
bob< Exits: north, east, west.
bob< You see a cork float (3).
carol< Bob leaves south.
# What is beside one is one step, and what one stands in is none.
bob> walk to market
bob< Penny Market
bob< Two rows of stalls stand under patched sailcloth, and the straw on the ground is soft with cabbage leaves. A pair of scales ticks and sways although nobody is weighing anything. Notices crowd a chalkboard at the crossing. The square is north, the door of the slip press west, and south the street drops to the quay.
bob< Exits: north, west, south.
bob< You see a windfall apple (4), the Slip of the day.
bob< Here: Dorcas (weighing what is put in front of her) and Carol.
carol< Bob arrives from the south.
bob> go penny market
bob< You are there already: this is Penny Market.
bob> go to inn
bob< You set out for The Open Ear, 2 steps away.
bob< Elm Square
bob< Exits: north, east, south, west.
bob< You see a paper slip (3).
bob< Here: Pip (pinning the morning's slips to the elm).
# A step of one's own ends it with a word.
bob> w
bob< You no longer walk to The Open Ear.
bob< The Bell Yard
bob< High walls shut in a yard of river pebbles, and all its paths end at a bronze bell as tall as you are, hung so low that its lip nearly brushes the ground. Swallows come and go through the ivy without a sound. A plaque is let into the wall. The only way is east, back to the square.
bob< Exits: east.
bob< You see the silent bell, a shred of old paper.
bob< Here: Tace (keeping one palm on the bell).
wait 5s
bob<-
bob> run square
bob< Elm Square
bob< You stand on worn cobbles under an elm so old that it leans on an iron crutch. Hundreds of paper slips are pinned to its bark, and they rustle even when there is no wind. Beside a dry fountain a signpost says where the ways lead: north to the old gate, east to the inn called the Open Ear, south to the market and west to the bell yard.
bob< Exits: north, east, south, west.
bob< You see a paper slip (3).
bob< Here: Pip (pinning the morning's slips to the elm).
bob> stop
bob< You are not on your way anywhere, and follow nobody.
bob> go to the loft
bob< You set out for The Boathouse Loft, 4 steps away.
bob< Penny Market
bob< Exits: north, west, south.
bob< You see a windfall apple (4), the Slip of the day.
bob< Here: Dorcas (weighing what is put in front of her) and Carol.
bob> stop
bob< You no longer walk to The Boathouse Loft.
wait 5s
bob<-
bob> go to nowhere at all
bob< No open way leads to a place called "nowhere at all". Type exits or map to see where you can go; to reach somebody anywhere, type: page NAME TEXT
bob> go to carol
bob< Carol is right here.
