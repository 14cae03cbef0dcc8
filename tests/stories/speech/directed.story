# Words can be directed to somebody; all who are there hear them, and to whom.
player bob in town/square
player carol in town/square
player dan in town/square
player eve in town/inn
bob> say to carol Shall we go?
bob< You ask Carol, "Shall we go?"
carol< Bob asks you, "Shall we go?"
dan< Bob asks Carol, "Shall we go?"
# Nobody has that name, so these are just words.
bob> say to be or not to be
bob< You say, "to be or not to be"
carol< Bob says, "to be or not to be"
# Words for somebody who is somewhere else are not told to everybody here.
bob> say to eve Where are you?
bob< Eve is not here. To reach Eve anywhere, type: page Eve TEXT
carol<-
# To oneself is a manner of speaking as well.
bob> say to bob Well done.
bob< You say, "to bob Well done."
carol< Bob says, "to bob Well done."
