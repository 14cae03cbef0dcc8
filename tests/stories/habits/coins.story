# Coins are given in many words, all of a sum or none; both read it, and so do those present.
player bob in town/square
player carol in town/square
player dan in town/square
bob> give 5 coins to carol
bob< You give Carol 5 coins.
carol< Bob gives you 5 coins.
dan< Bob gives Carol 5 coins.
bob> give carol two coins
bob< You give Carol 2 coins.
bob> pay carol 1
bob< You give Carol 1 coin.
bob> pay 1 coin to carol
bob< You give Carol 1 coin.
bob> pay carol 7 coins for the tale
bob< You have only 1 coin in your purse.
bob> give 99999999999999999999 coins to carol
bob< You have only 1 coin in your purse.
bob> give 0 coins to carol
bob< That would be nothing at all; give 1 coin at least.
bob> give coins to carol
bob< How many? For example: give 2 coins to Carol
bob> pay carol
bob< Please type it like this: pay NAME NUMBER
bob> drop coins
bob< Coins stay in the purse; to let somebody have them, type: give 2 coins to NAME
bob> give me 1 coin
bob< Please type it like this: give THING to NAME, or: give NUMBER coins to NAME
carol> ignore bob
carol<...
bob> give 1 coin to carol
bob< Carol does not want to take anything from you.
carol> pay dan all
carol<...
bob> give all my money to dan
bob< Carol gives Dan 19 coins.
bob< You give Dan 1 coin.
bob> inventory
bob< You carry nothing.
bob< In your purse: nothing.
dan> score
dan< Bob gives Carol 2 coins.
dan< Bob gives Carol 1 coin.
dan< Bob gives Carol 1 coin.
dan< Carol gives you 19 coins.
dan< Bob gives you 1 coin.
dan< You are Dan, here for less than a minute.
dan< You are in The Square.
dan< You carry nothing.
dan< In your purse: 30 coins.
dan< For more, type inventory, look, examine me or help.
