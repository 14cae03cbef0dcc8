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
bob< Here: Mara.
bob< Mara says, "Come in, Bob, the fire is free. When there is company, begin with my name, as in: mara, an ale please."
bob> sell spoons
bob<...
bob< You give Mara a silver spoon for 5 coins and a brass ear.
bob< I pay for one spoon from each guest, and I must see it in your hand. They went off over the river, in a beak, and that beak lives under the boathouse roof.
bob> sell spoon
bob< I pay for one spoon from each guest, and I must see it in your hand. They went off over the river, in a beak, and that beak lives under the boathouse roof.
carol> down
carol> east
carol> north
carol> north
carol> east
carol<...
carol< Here: Mara and Bob.
carol< Mara asks you, "A new face! Sit where you like, Carol. Among others say my name first, as in: mara, what is new?"
carol> sell spoon to mara
carol<...
carol< You give Mara a silver spoon for 5 coins and a brass ear.
dan> get spoon
dan<...
dan< You take a silver spoon.
