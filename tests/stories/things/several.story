# Several things are taken, put down and handed over by a number or a plural.
world content
player bob in river/loft
player carol in river/loft
bob> get 3 spoons
bob< You take a silver spoon.
bob< You take a silver spoon.
bob< You take a silver spoon.
bob> get third spoon
bob< You take a silver spoon.
bob> get 2.spoon
bob< You take a silver spoon.
bob> get ten spoons
bob< You take a silver spoon.
bob< You take a silver spoon.
bob< You take a silver spoon.
bob< There are only 3 here.
bob> get two spoons
bob< You see no "spoons" here.
bob> drop two silver spoons
bob< You put down a silver spoon.
bob< You put down a silver spoon.
bob> search spoon
bob< You find a silver spoon (8).
bob> get beads
bob< You take a blue glass bead.
bob< You take a blue glass bead.
bob< You take a blue glass bead.
bob> drop glass
bob< You put down a blue glass bead.
bob> give two spoons to carol
bob< You give Carol a silver spoon.
bob< You give Carol a silver spoon.
bob> give 9 beads to carol
bob< You give Carol a blue glass bead.
bob< You give Carol a blue glass bead.
bob< You had only 2.
bob> examine carol
bob< Carol
bob< Carol looks like anybody.
bob< Carries a silver spoon (2) and a blue glass bead (2).
bob> give spoons to carol
bob< You give Carol a silver spoon.
bob< You give Carol a silver spoon.
bob< You give Carol a silver spoon.
bob< You give Carol a silver spoon.
bob> give all to carol
bob< You carry nothing to give.
bob> drop 3 spoons
bob< You carry no "spoons".
carol> drop spoons
carol<...
carol< You put down a silver spoon.
carol< You put down a silver spoon.
carol< You put down a silver spoon.
carol< You put down a silver spoon.
carol< You put down a silver spoon.
carol< You put down a silver spoon.
carol<-
