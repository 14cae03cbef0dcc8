# Taking, putting down and handing over is seen by those present.
player bob in town/square
player carol in town/square
bob> get pear
bob< You take a pear.
carol< Bob takes a pear.
bob> inventory
bob< You carry a pear.
bob< In your purse: 10 coins.
bob> give pear to carol
bob< You give Carol a pear.
carol< Bob gives you a pear.
carol> drop pear
bob< Carol puts down a pear.
carol< You put down a pear.
carol> drop pear
carol< You carry no "pear".
bob> get statue
bob< You cannot take a stone statue; it stays where it is.
bob> get moon
bob< You see no "moon" here.
bob> give moon to carol
bob< You carry no "moon".
bob> give the moon to carol
bob< You carry no "moon".
bob> give carol the moon
bob< You carry no "moon".
carol<-
