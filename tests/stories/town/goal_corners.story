# Whoever is new is asked by Pip, once, to go round the four corners, and gets a slip for it when they are back.
machine only
world content
no meetings
player ann in town/square
wait 200s
ann< Pip says, "You may stand there as long as you like, Ann; people do. Or type go to inn, and see who is in."
ann< Pip says, "Ann! Go once round for me: the inn, the market, the quay and the gate! Whoever is new and has seen all four gets a slip of their own on the elm."
ann> north
ann> south
ann> south
ann> south
ann> north
ann> north
ann> east
ann< The Old Gate
ann< The street ends at a wall of field stone that is older than the houses and warmer than the air. In it stand two leaves of grey oak with no keyhole and no knocker, only a bronze ear at the height of your mouth. A stool, a broom, a log on a string and a basket of knitting show that somebody is on duty. The square is south; the gate is north.
ann< Exits: south, north (shut: the old gate).
ann< Here: Bram (sweeping towards the gate).
ann< Elm Square
ann< You stand on worn cobbles under an elm so old that it leans on an iron crutch. Hundreds of paper slips are pinned to its bark, and they rustle even when there is no wind. Beside a dry fountain a signpost says where the ways lead: north to the old gate, east to the inn called the Open Ear, south to the market and west to the bell yard.
ann< Exits: north, east, south, west.
ann< You see a paper slip (3).
ann< Here: Pip (pinning the morning's slips to the elm).
ann< Penny Market
ann< Two rows of stalls stand under patched sailcloth, and the straw on the ground is soft with cabbage leaves. A pair of scales ticks and sways although nobody is weighing anything. Notices crowd a chalkboard at the crossing. The square is north, the door of the slip press west, and south the street drops to the quay.
ann< Exits: north, west, south.
ann< You see a windfall apple (4), the Slip of the day.
ann< Here: Dorcas (weighing what is put in front of her).
ann< The Quay
ann< The river Lull goes by at the pace of somebody with nothing to hide. Barges creak on their ropes, tar softens between the planks, and gulls walk up and down like inspectors. A tally board hangs from the arm of a crane. The market is north, the boathouse west, and east a towpath runs to the ferry steps.
ann< Exits: north, east, west.
ann< You see a cork float (3).
ann< Penny Market
ann< Two rows of stalls stand under patched sailcloth, and the straw on the ground is soft with cabbage leaves. A pair of scales ticks and sways although nobody is weighing anything. Notices crowd a chalkboard at the crossing. The square is north, the door of the slip press west, and south the street drops to the quay.
ann< Exits: north, west, south.
ann< You see a windfall apple (4), the Slip of the day.
ann< Here: Dorcas (weighing what is put in front of her).
ann< Elm Square
ann< You stand on worn cobbles under an elm so old that it leans on an iron crutch. Hundreds of paper slips are pinned to its bark, and they rustle even when there is no wind. Beside a dry fountain a signpost says where the ways lead: north to the old gate, east to the inn called the Open Ear, south to the market and west to the bell yard.
ann< Exits: north, east, south, west.
ann< You see a paper slip (3).
ann< Here: Pip (pinning the morning's slips to the elm).
ann< The Open Ear
ann< Warm air meets you, thick with malt, wood smoke and other people's business. Long tables run up to a bar of black oak, and on the wall behind it a rack with twelve places holds four spoons. A slate by the hearth tells what is sold, and a row of brass ears hangs over the mantel. The square is west, and a curtain north hides the snug.
ann< Exits: west, north.
ann< Here: Mara (sweeping last night's talk from under the tables).
ann< Mara says, "Another pair of feet to warm! Sit where you like, Ann. To see what is hot, say: mara, the menu please."
ann> west
ann< Elm Square
ann< You stand on worn cobbles under an elm so old that it leans on an iron crutch. Hundreds of paper slips are pinned to its bark, and they rustle even when there is no wind. Beside a dry fountain a signpost says where the ways lead: north to the old gate, east to the inn called the Open Ear, south to the market and west to the bell yard.
ann< Exits: north, east, south, west.
ann< You see a paper slip (3).
ann< Here: Pip (pinning the morning's slips to the elm).
ann< Pip writes a slip, and pins it to the elm.
ann< Pip says, "There, Ann! It says: has seen all four corners, and come back to tell. That is you, for everybody to read!"
wait 300s
