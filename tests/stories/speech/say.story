# What is said aloud is heard by everybody in the room, and by nobody else.
over sockets
player bob in town/square
player carol in town/square
player dan in town/inn
bob> say Good day, all.
bob< You say, "Good day, all."
carol< Bob says, "Good day, all."
dan<-
# A quotation mark does the same, and a question is asked.
carol> "How are you?
bob< Carol asks, "How are you?"
carol< You ask, "How are you?"
