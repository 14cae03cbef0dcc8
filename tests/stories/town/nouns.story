# Whoever reads of something looks at it: adjectives, parts, the other number, and what is only mentioned.
world content
player ann in town/square
player bob in town/inn
ann> look at worn cobbles
ann< Each has a shallow dip in its middle, worn by people who stood still to listen.
ann> examine pins
ann< The bark is silver with pins. People fasten here what they have heard, never what they know. High in the crown sits a magpie; it studies your buttons, finds them dull, and flies off south towards the river.
ann> read a slip
ann< A paper slip
ann< Somebody wrote on it in pencil and thought better of the ending: Knocking does not open the gate. It opens for those who find what the innkeeper has
ann> x bark of the elm
ann< The bark is silver with pins. People fasten here what they have heard, never what they know. High in the crown sits a magpie; it studies your buttons, finds them dull, and flies off south towards the river.
ann> look at the Open Ear
ann< Its windows lean out over the square a little farther each year. Whatever is said on the step is known at the bar before you have wiped your feet.
ann> look at the smith
ann< There is nothing more to the smith than you have read.
ann> examine the river
ann< There is nothing more to the river than you have read.
ann> look at mara
ann< You see no "mara" here.
ann> look at a dragon
ann< You see no "dragon" here.
bob> x piece of felt
bob< You see no "piece of felt" here.
bob> look at the house
bob< You have read all there is to know about the house.
bob> search hearth
bob< Apple wood and driftwood, burning in two colours. The driftwood spits whenever the door opens.
bob> look at elbow
bob< The oak is black with a hundred years of elbows. There are two hollows on the guests' side, a good chin's width apart.
bob> x belt
bob< There is nothing more to the belt than you have read.
