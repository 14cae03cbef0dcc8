# Looking around and looking closely.
player bob in town/square
player carol in town/square
bob> look
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Carol.
bob> look well
bob< It is deep.
bob> examine carol
bob< Carol
bob< Carol looks like anybody.
bob> examine pear
bob< A pear
bob< It is hard.
bob> look moon
bob< To see what the sky is up to, type: weather
bob> search apple
bob< You find a red apple and a green apple.
bob> who here
bob< In the room with you
bob<   Carol
carol<-
