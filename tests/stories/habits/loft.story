# What one player takes for a quest does not stop the next, at once or later; nobody takes two.
world content
machine only
player bob in river/loft
player carol in river/loft
player dan in river/loft
together
bob> get spoon
carol> get spoon
end
bob< You take a silver spoon.
bob< Carol takes a silver spoon.
carol< Bob takes a silver spoon.
carol< You take a silver spoon.
bob> get spoons
bob< You have a silver spoon already.
dan> get all spoons
dan<...
dan< You take a silver spoon.
dan< You have a silver spoon already.
dan> drop spoon
dan< You put down a silver spoon.
dan< It goes back to where everybody finds one.
dan> search spoons
dan< You find a silver spoon (8).
dan> get spoon
dan< You take a silver spoon.
dan> give spoon to bob
dan< You give Bob a silver spoon.
bob> get spoon
bob<...
bob< You have a silver spoon already.
bob> down
bob> east
bob> north
bob> north
bob> east
bob<...
bob< Here: Mara (sweeping last night's talk from under the tables).
bob< Mara says, "Come in, Bob, the fire is free. Among others say: mara, an ale please."
bob> sell spoons
bob<...
bob< You give Mara a silver spoon for 5 coins and a brass ear.
bob< One spoon from each guest, and I must see it in your hand.
bob< Mara hangs it in the rack and breathes out.
bob< Mara says, "Now off to Bram with that ear."
bob> sell spoon
bob< One spoon from each guest, and I must see it in your hand.
carol> down
carol> east
carol> north
carol> north
carol> east
carol<...
carol< Here: Mara (sweeping last night's talk from under the tables) and Bob.
carol< Mara says to you, "In with you, Carol, before the draught hears something. Whatever you want of me, say: mara, and then what it is."
carol> sell spoon to mara
carol<...
carol< You give Mara a silver spoon for 5 coins and a brass ear.
carol< Mara hangs it in the rack and breathes out.
carol< Mara says to you, "Now off to Bram with that ear."
dan> get spoon
dan<...
dan< You take a silver spoon.
