# What Mara sells stands in her list and is had with buy; the quests are not for sale.
world content
player bob in town/inn
player carol in town/inn
bob> list
bob< Mara trades:
bob<   a mug of ale for 2 coins
bob<   an eel pie for 3 coins
bob<   takes a silver spoon and gives 5 coins and a brass ear
bob<   a brass ear for 2 coins
bob< To trade, type buy or sell and the name of the thing.
bob> buy ale
bob< You give Mara 2 coins for a mug of ale.
carol< Bob gives Mara 2 coins for a mug of ale.
bob> buy 2 pies
bob< You give Mara 3 coins for an eel pie.
bob< You give Mara 3 coins for an eel pie.
bob> buy pie
bob< A pie is 3 coins, and I cannot bake on promises.
bob> buy ear
bob< Ears are for those who brought me a spoon.
bob> buy sword
bob< Nobody here sells "sword"; list shows what there is.
bob> order
bob< What would you like to buy? Type list to see what there is.
bob> buy all
bob< One thing at a time, please: type buy and its name.
bob> buy ale from carol
bob< Nobody here sells anything; where somebody does, list shows what they have, and you can always ask them.
bob> inventory
bob< You carry a mug of ale, an eel pie (2).
bob< In your purse: 2 coins.
bob> sell pie
bob< Nobody here buys that.
bob> sell spoon
bob< You carry no "spoon".
