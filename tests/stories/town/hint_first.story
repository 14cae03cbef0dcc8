# The guide gives a hint about the spoons first, and the rest to whoever asks again.
world content
no gambits
no meetings
machine only
hour 9
player bob in town/square
bob> say to pip where are the spoons
bob< You say to Pip, "where are the spoons"
bob< Pip says, "Eight of Mara's twelve are gone, and nobody walked out with them! I would look up, by the river. Stuck? Ask me again!"
wait 10s
bob> say to pip where are the spoons
bob< Tace arrives from the west.
bob< Tace leaves north.
bob< You say to Pip, "where are the spoons"
bob< Pip says, "All of it, then: follow the magpie to the boathouse loft, type get spoon, and tell Mara, at the inn. She pays with coins and a brass ear."
wait 10s
bob> say to pip i am stuck
bob< You say to Pip, "i am stuck"
bob< Pip says, "All of it, then: follow the magpie to the boathouse loft, type get spoon, and tell Mara, at the inn. She pays with coins and a brass ear."
wait 10s
