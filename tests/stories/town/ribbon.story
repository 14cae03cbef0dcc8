# The ribbon is for whoever was where the words are cut, not for whoever has been told them.
world content
staff ann in hill/stones
player bob in town/square
bob> say they say there is a town by the slow river where everyone is listened to
bob< You say, "they say there is a town by the slow river where everyone is listened to"
bob< Pip says, "Once, and where it is cut: up the hill."
ann> in
ann< The Hill's Ear
ann< You crouch in a chamber like the inside of a shell, dry and white, where the noise of the town is no more than a sea a long way off. Letters run once round the wall, cut by a careful hand. Under them is a ledge on which people have left small things. The light, and the ring of stones, are out.
ann< Exits: out.
ann< Here: Stagehand.
ann> teleport ann = town/square
ann< Elm Square
ann< You stand on worn cobbles under an elm so old that it leans on an iron crutch. Hundreds of paper slips are pinned to its bark, and they rustle even when there is no wind. Beside a dry fountain a signpost says where the ways lead: north to the old gate, east to the inn called the Open Ear, south to the market and west to the bell yard.
ann< Exits: north, east, south, west.
ann< You see a paper slip (3).
ann< Here: Pip (pinning the morning's slips to the elm) and Bob.
ann< Pip asks you, "Ann, is it? You are new, and I was first to see it! Pip is my name. Ask me: what can I do here?"
ann> say pip, they say there is a town by the slow river where everyone is listened to
ann< You say to Pip, "pip, they say there is a town by the slow river where everyone is listened to"
ann< Pip offers you a blue ribbon and 10 coins for the first rumour. Type accept or decline.
ann< Pip says to you, "So that is how it goes! You heard it at the source. Now tell somebody."
