# Whom one ignores can neither pose before one nor hand one anything; the staff can.
staff wiz in town/square
player bob in town/square
player carol in town/square
bob> ignore carol
bob< You no longer hear what Carol says. To hear it again, type: ignore carol off
carol> :grins at Bob.
carol> pose hugs @bob.
carol> ;'s hat falls off.
carol< Carol grins at Bob.
carol< Carol hugs @bob.
carol< Carol's hat falls off.
wiz< Carol grins at Bob.
wiz< Carol hugs @bob.
wiz< Carol's hat falls off.
bob<-
carol> get pear
carol< You take a pear.
bob< Carol takes a pear.
carol> give pear to bob
carol< Bob does not want to take anything from you.
bob<-
carol> inventory
carol< You carry a pear.
carol< In your purse: 10 coins.
carol> give pear to wiz
carol< You give Wiz a pear.
bob< Carol gives Wiz a pear.
wiz> give pear to bob
bob< Wiz gives you a pear.
bob> give pear to carol
bob< You give Carol a pear.
