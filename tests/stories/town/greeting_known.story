# Whoever comes again is greeted by what is known of them: that they are new, how soon they are back, how
# long they were away; and whoever stands about hears what was seen of them.
world content
machine only
hour 14
no meetings
player bob in town/gate
bob> south
bob<...
bob<* Here: *Pip*
bob< Pip asks, "Welcome to Hearsay, Bob! I am Pip. Say hello, or ask me: what can I do here?"
bob> say to pip hello
bob<...
bob<* Pip says, "Hello! *
bob> give 1 coin to pip
bob< You give Pip 1 coin.
bob< Pip says, "Thank you, Bob. I shall remember who gave me this."
wait 90s
bob< Tace arrives from the west.
bob< Lettice arrives from the south.
bob< Pip says to you, "Bob, who gave me 1 coin just now! I saw it. I have been telling people where I stood."
bob> north
bob< The Old Gate
bob< The street ends at a wall of field stone that is older than the houses and warmer than the air. In it stand two leaves of grey oak with no keyhole and no knocker, only a bronze ear at the height of your mouth. A stool, a broom, a log on a string and a basket of knitting show that somebody is on duty. The square is south; the gate is north.
bob< Exits: south, north (shut: the old gate).
bob< Here: Bram (knitting on his stool).
wait 3600s
bob< Bram says, "Stay. It is quiet."
bob< Bram says, "Hm. I knit at a week without a red stitch; none of the seven days are in it. Walk softly here, and you have knitted along."
bob> south
bob< Elm Square
bob< You stand on worn cobbles under an elm so old that it leans on an iron crutch. Hundreds of paper slips are pinned to its bark, and they rustle even when there is no wind. Beside a dry fountain a signpost says where the ways lead: north to the old gate, east to the inn called the Open Ear, south to the market and west to the bell yard.
bob< Exits: north, east, south, west.
bob< You see a paper slip (3).
bob< Here: Pip (eating bread on the rim of the fountain), Tace (seeing what is said) and Lettice (reading the elm for what is fit to print).
wait 40s
bob< Pip asks you, "That was quick, Bob. Did you forget something, or find it?"
bob> north
bob< The Old Gate
bob< The street ends at a wall of field stone that is older than the houses and warmer than the air. In it stand two leaves of grey oak with no keyhole and no knocker, only a bronze ear at the height of your mouth. A stool, a broom, a log on a string and a basket of knitting show that somebody is on duty. The square is south; the gate is north.
bob< Exits: south, north (shut: the old gate).
bob< Here: Bram (knitting on his stool).
wait 345600s
bob< Bram says, "Stay. It is quiet."
bob< Pip arrives from the south.
bob< Pip leaves south.
bob< Tace arrives from the south.
bob< Tace leaves south.
bob< Pip arrives from the south.
bob< Pip leaves south.
bob< Tace arrives from the south.
bob< Tace leaves south.
bob< Pip arrives from the south.
bob< Pip leaves south.
bob< Tace arrives from the south.
bob< Tace leaves south.
bob< Pip arrives from the south.
bob< Pip leaves south.
bob< Tace arrives from the south.
bob< Tace leaves south.
bob> south
bob< Elm Square
bob< You stand on worn cobbles under an elm so old that it leans on an iron crutch. Hundreds of paper slips are pinned to its bark, and they rustle even when there is no wind. Beside a dry fountain a signpost says where the ways lead: north to the old gate, east to the inn called the Open Ear, south to the market and west to the bell yard.
bob< Exits: north, east, south, west.
bob< You see a paper slip (3).
bob< Here: Pip (eating bread on the rim of the fountain), Lettice (reading the elm for what is fit to print) and Tace (seeing what is said).
bob< Pip says to you, "Bob! It has been days. Say hello, and I tell you all of it but what was about you."
wait 40s
bob< Lettice says to you, "One kept your place, Bob. Then somebody stood in it, and one had to start anew."
