# A page reaches somebody anywhere, and nobody else.
over sockets
player bob in town/square
player carol in town/inn
player dan in town/inn
bob> page carol Where are you?
bob< You page Carol, "Where are you?"
carol< Bob pages you, "Where are you?"
dan<-
bob> page zoe hello
bob< Nobody called "zoe" is awake just now.
