# Several things are taken, put down and handed over by a number or a plural.
world content
player bob in hill/orchard
player carol in hill/orchard
bob> get 3 pears
bob< You take a river pear.
bob< You take a river pear.
bob< You take a river pear.
bob> get second pear
bob< You take a river pear.
bob> get ten pears
bob< You take a river pear.
bob< There is only 1 here.
bob> get two pears
bob< You see no pears here that you could take.
bob> drop two river pears
bob< You put down a river pear.
bob< You put down a river pear.
bob> search pear
bob< You find a river pear (5).
bob> give two pears to carol
bob< You give Carol a river pear.
bob< You give Carol a river pear.
bob> examine carol
bob< Carol
bob< Carol looks like anybody.
bob< Carries a river pear (2).
bob> give 9 pears to carol
bob< You give Carol a river pear.
bob< You had only 1.
bob> give all to carol
bob< You carry nothing to give.
bob> drop 3 pears
bob< You carry no "pears".
carol> drop pears
carol<...
carol< You put down a river pear.
carol< You put down a river pear.
carol< You put down a river pear.
carol<-
