# What one has to carry for something is no present: Mara gives a spoon too many back, and Bram the ear.
world content
player bob in river/loft
player ann in river/loft
bob> get spoon
ann> get spoon
bob> down
bob> east
bob> north
bob> north
bob> east
ann> down
ann> east
ann> north
ann> north
ann> east
bob> give spoon to mara
bob<...
bob< You give Mara a silver spoon for 5 coins and a brass ear.
bob<...
ann> give spoon to bob
bob<...
bob< Ann gives you a silver spoon.
bob> give spoon to mara
bob< Mara gives it back: "One spoon from each guest, and I must see it in your hand."
bob> west
bob> north
bob<...
bob> give ear to bram
bob< Bram only wants to see that you carry it. Keep it, and say what you want.
bob> say to bram open the gate
bob<...
bob< The old gate swings open.
bob<...
