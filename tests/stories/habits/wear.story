# What can be worn is put on and taken off, is seen by others, and lasts.
world content
machine only
player bob in river/loft
player carol in town/inn
bob> get spoon
bob< You take a silver spoon.
bob> wear spoon
bob< You cannot wear a silver spoon.
bob> wield spoon
bob< What you carry is at hand as it is: use it, give it, or wear it if it can be worn.
bob> down
bob> east
bob> north
bob> north
bob> east
bob<...
bob< Here: Mara (sweeping last night's talk from under the tables) and Carol.
bob< Mara says to you, "Come in, Bob, the fire is free. Among others say: mara, an ale please."
bob> give mara the spoon
bob<...
bob< You give Mara a silver spoon for 5 coins and a brass ear.
bob< Mara hangs it in the rack and breathes out.
bob< Mara says to you, "Now off to Bram with that ear."
bob> remove ear
bob< You do not wear a brass ear.
bob> wear all
bob< You put on a brass ear.
carol<...
carol< Bob puts on a brass ear.
bob> put on ear
bob< You wear a brass ear already.
bob> buy ale
bob< You give Mara 2 coins for a mug of ale.
bob> inventory
bob< You carry a mug of ale.
bob< You wear a brass ear.
bob< In your purse: 13 coins.
bob> wear all
bob< You cannot wear a mug of ale.
carol> look at bob
carol<...
carol< Wears a brass ear.
carol< Carries a mug of ale.
restart
bob> score
bob<...
bob< You carry a mug of ale.
bob< You wear a brass ear.
bob< In your purse: 13 coins.
bob< For more, type inventory, look, examine me or help.
bob> drop all
bob< You put down a mug of ale.
bob> take off ear
bob< You take off a brass ear.
bob> take off ear
bob< You do not wear a brass ear.
bob> put ear on
bob< You put on a brass ear.
bob> give ear to carol
bob< You give Carol a brass ear.
carol> eq
carol<...
carol< You carry a brass ear.
carol< In your purse: 10 coins.
bob> buy ear
bob< You give Mara 2 coins for a brass ear.
bob> drink ale
bob< Pick it up first: get ale
bob> wear ale
bob< Pick it up first: get ale
