# What the staff can do: emit, teleport, kick.
staff wiz in town/square
player bob in town/square
player carol in town/inn
wiz> emit A cold wind rises.
wiz< A cold wind rises.
bob< A cold wind rises.
carol<-
wiz> teleport carol = town/square
wiz< Carol appears.
bob< Carol appears.
carol< The Square
carol< A square with a well.
carol< Exits: north.
carol< You see a red apple, a green apple, a pear, a stone statue.
carol< Here: Wiz and Bob.
wiz> teleport town/inn
wiz< The Inn
wiz< A warm room.
wiz< Exits: south, up, east (shut: the cellar door).
wiz> teleport town/moon
wiz< There is no room and nobody called "town/moon".
wiz> kick bob = Enough.
wiz< Bob is sent away.
bob< Wiz is gone.
bob< The staff has ended your connection. The reason: Enough.
carol< Wiz is gone.
carol< Bob falls asleep and is gone.
back bob
bob> look
bob<...
bob<* *Carol*
