# What people of the town want for themselves: one can ask, help and hinder, and the game keeps count.
machine only
world content
no gambits
no meetings
player ann in town/inn
player bob in town/inn
ann> say mara, what are you working on?
ann< You ask Mara, "mara, what are you working on?"
ann< Mara says to you, "To the bottom of a barrel, before the week sours it. Mugs to go, my dear: eight; and no cross words near it, they turn ale faster than thunder."
ann> buy ale
ann< You give Mara 2 coins for a mug of ale.
ann> say mara, what are you working on?
ann< You ask Mara, "mara, what are you working on?"
ann< Mara says to you, "To the bottom of a barrel, before the week sours it. Mugs to go, my dear: seven; and no cross words near it, they turn ale faster than thunder."
ann> glare bob
ann< You glare at Bob.
ann< Mara sniffs at the barrel.
ann< Mara says, "There; a quarrel has turned it. All that we had drunk towards is vinegar now. Kindly be kinder, both of you."
wait 30s
ann> say mara, what do you want?
ann< You ask Mara, "mara, what do you want?"
ann< Mara says to you, "Once more, then, my dear. To the bottom of a barrel, before the week sours it. Mugs to go, my dear: eight; and no cross words near it, they turn ale faster than thunder."
bob> west
bob> south
bob> say dorcas, what are you working on?
bob< Ann asks Mara, "mara, what are you working on?"
bob< Mara says to Ann, "To the bottom of a barrel, before the week sours it. Mugs to go, my dear: eight; and no cross words near it, they turn ale faster than thunder."
bob< Ann gives Mara 2 coins for a mug of ale.
bob< Ann asks Mara, "mara, what are you working on?"
bob< Mara says to Ann, "To the bottom of a barrel, before the week sours it. Mugs to go, my dear: seven; and no cross words near it, they turn ale faster than thunder."
bob< Ann glares at you.
bob< Mara sniffs at the barrel.
bob< Mara says, "There; a quarrel has turned it. All that we had drunk towards is vinegar now. Kindly be kinder, both of you."
bob< Ann asks Mara, "mara, what do you want?"
bob< Mara says to Ann, "Once more, then, my dear. To the bottom of a barrel, before the week sours it. Mugs to go, my dear: eight; and no cross words near it, they turn ale faster than thunder."
bob< Elm Square
bob< You stand on worn cobbles under an elm so old that it leans on an iron crutch. Hundreds of paper slips are pinned to its bark, and they rustle even when there is no wind. Beside a dry fountain a signpost says where the ways lead: north to the old gate, east to the inn called the Open Ear, south to the market and west to the bell yard.
bob< Exits: north, east, south, west.
bob< You see a paper slip (3).
bob< Here: Pip (pinning the morning's slips to the elm).
bob< Pip asks, "Welcome to Hearsay, Bob! I am Pip. Say hello, or ask me: what can I do here?"
bob< Penny Market
bob< Two rows of stalls stand under patched sailcloth, and the straw on the ground is soft with cabbage leaves. A pair of scales ticks and sways although nobody is weighing anything. Notices crowd a chalkboard at the crossing. The square is north, the door of the slip press west, and south the street drops to the quay.
bob< Exits: north, west, south.
bob< You see a windfall apple (4), the Slip of the day.
bob< Here: Dorcas (weighing what is put in front of her).
bob< You ask, "dorcas, what are you working on?"
bob< Dorcas says, "So, what I want. This plait is to go into three different kitchens before I cut the next. So far: none. All in one pot, and it was never a plait; it was soup."
bob> buy onion
bob< You give Dorcas 1 coin for an onion.
bob> say dorcas, what are you working on?
bob< You ask, "dorcas, what are you working on?"
bob< Dorcas says, "What I want? This plait is to go into three different kitchens before I cut the next. So far: one. All in one pot, and it was never a plait; it was soup."
bob> north
bob> north
bob< Elm Square
bob< You stand on worn cobbles under an elm so old that it leans on an iron crutch. Hundreds of paper slips are pinned to its bark, and they rustle even when there is no wind. Beside a dry fountain a signpost says where the ways lead: north to the old gate, east to the inn called the Open Ear, south to the market and west to the bell yard.
bob< Exits: north, east, south, west.
bob< You see a paper slip (3).
bob< Here: Pip (pinning the morning's slips to the elm).
bob< The Old Gate
bob< The street ends at a wall of field stone that is older than the houses and warmer than the air. In it stand two leaves of grey oak with no keyhole and no knocker, only a bronze ear at the height of your mouth. A stool, a broom, a log on a string and a basket of knitting show that somebody is on duty. The square is south; the gate is north.
bob< Exits: south, north (shut: the old gate).
bob< Here: Bram (sweeping towards the gate).
bob> say bram, what are you working on?
bob< You ask, "bram, what are you working on?"
bob< Bram says, "A week without a red stitch. It wants seven days, and has none. Quiet does the rest."
