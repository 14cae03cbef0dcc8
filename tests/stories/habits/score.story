# One page about oneself.
player bob in town/square
guest gil in town/inn
bob> get pear
bob< You take a pear.
bob> score
bob< You are Bob, here for less than a minute.
bob< You are in The Square.
bob< You carry a pear.
bob< In your purse: 10 coins.
bob< For more, type inventory, look, examine me or help.
gil> stats
gil< Bob takes a pear.
gil<* You are Guest-*, a guest, here for less than a minute.
gil< You are in The Square.
gil< You carry nothing.
gil< In your purse: 10 coins.
gil< For more, type inventory, look, examine me or help.
