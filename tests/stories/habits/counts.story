# Counts, plurals, all but, and the name of the receiver first.
world content
player bob in hill/orchard
player carol in hill/orchard
bob> get two
bob< You take a river pear.
bob< You take a river pear.
bob> drop all
bob< You put down a river pear.
bob< You put down a river pear.
bob> get 3 pears
bob< You take a river pear.
bob< You take a river pear.
bob< You take a river pear.
bob> get everything
bob< You take a river pear.
bob< You take a river pear.
bob> drop all but 2 pears
bob< You put down a river pear.
bob< You put down a river pear.
bob< You put down a river pear.
bob> give carol a pear
bob< You give Carol a river pear.
carol<...
bob> give carol the moon
bob< You carry no "moon".
bob> give zed a pear
bob< Please type it like this: give THING to NAME, or: give NUMBER coins to NAME
bob> give carol
bob< Please type it like this: give THING to NAME, or: give NUMBER coins to NAME
bob> get pear from the tree
bob< You take a river pear.
bob> take moon off the tree
bob< You see no "moon" lying here; what people sell you can buy (type list), and what they carry they have to give you.
bob> put pear in carol
bob< Things do not go into or onto one another here; put it down with drop pear, or hand it over with give pear to NAME.
bob> put the pear down
bob< You put down a river pear.
bob> put pears on the ground
bob< You put down a river pear.
bob> eat pear
bob< Pick it up first: get pear
bob> take it off
bob< You carry no "pear".
bob> get all but pears
bob< That leaves nothing.
bob> get all but
bob< All but what? For example: drop all but ring
