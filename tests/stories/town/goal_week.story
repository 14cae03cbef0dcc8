# Bram knits at a week in which nobody shouts: a shout sets it back, and when seven real days have passed he shows
# whoever comes by first what has become of it.
machine only
world content
no gambits
no meetings
player ann in town/gate
player bob in river/reeds
wait 90000s
ann< Tace arrives from the south.
ann< Tace leaves south.
ann< Pip arrives from the south.
ann< Pip leaves south.
ann> say bram, what are you working on?
ann< You ask, "bram, what are you working on?"
ann< Bram says, "A week without a red stitch. It wants seven days, and has one. Quiet does the rest."
ann> shout ho there
ann< You shout, "ho there"
ann< Bram threads red wool, and adds one stitch to the scarf.
ann< Bram looks at the red stitch for a while.
ann< Bram says, "Then the week begins anew. It does, when one shouts."
ann> say bram, what are you working on?
ann< You ask, "bram, what are you working on?"
ann< Bram says, "A length of scarf with no red in it: a week in which nobody shouts at this gate. I have none of the seven days."
ann> quit
wait 608400s
bob> west
bob> west
bob> north
bob> north
bob> north
wait 30s
bob< The Ferry Steps
bob< Eleven stone steps go down to the river, and the lowest three are always under it. The ferry lies at the far bank, where it prefers to be, with the ferryman asleep across its benches. A post stands at the water's edge, its bell rope long since frayed away. The quay is west, and a line of planks leads east into the reeds.
bob< Exits: west, east, south (shut: the ferry gate).
bob< You see a willow whistle (3).
bob< Here: Noll (letting the ferry lie).
bob< The Quay
bob< The river Lull goes by at the pace of somebody with nothing to hide. Barges creak on their ropes, tar softens between the planks, and gulls walk up and down like inspectors. A tally board hangs from the arm of a crane. The market is north, the boathouse west, and east a towpath runs to the ferry steps.
bob< Exits: north, east, west.
bob< You see a cork float (3).
bob< Penny Market
bob< Two rows of stalls stand under patched sailcloth, and the straw on the ground is soft with cabbage leaves. A pair of scales ticks and sways although nobody is weighing anything. Notices crowd a chalkboard at the crossing. The square is north, the door of the slip press west, and south the street drops to the quay.
bob< Exits: north, west, south.
bob< You see a windfall apple (4), the Slip of the day.
bob< Here: Dorcas (weighing what is put in front of her).
bob< Elm Square
bob< You stand on worn cobbles under an elm so old that it leans on an iron crutch. Hundreds of paper slips are pinned to its bark, and they rustle even when there is no wind. Beside a dry fountain a signpost says where the ways lead: north to the old gate, east to the inn called the Open Ear, south to the market and west to the bell yard.
bob< Exits: north, east, south, west.
bob< You see a paper slip (3).
bob< Here: Pip (pinning the morning's slips to the elm).
bob< Pip asks, "Welcome to Hearsay, Bob! I am Pip. Say hello, or ask me: what can I do here?"
bob< The Old Gate
bob< The street ends at a wall of field stone that is older than the houses and warmer than the air. In it stand two leaves of grey oak with no keyhole and no knocker, only a bronze ear at the height of your mouth. A stool, a broom, a log on a string and a basket of knitting show that somebody is on duty. The square is south; the gate is north.
bob< Exits: south, north (shut: the old gate).
bob< Here: Bram (sweeping towards the gate).
bob< Bram ties off a length of scarf, and there is no red in it.
bob< Bram says, "Seven days, Bob. You came by softly. Sit, and be the first to feel it."
bob< Tace arrives from the south.
bob> say bram, what are you working on?
bob< You ask Bram, "bram, what are you working on?"
bob< Bram says to you, "Nothing that would not keep, Bob. It is done, and I look at it."
