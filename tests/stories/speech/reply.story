# An answer goes the way that the words came.
over sockets
player bob in town/square
player carol in town/inn
player dan in town/square
bob> reply Hello.
bob< Nobody has paged or whispered to you since you came. To begin: page NAME TEXT
carol> page bob, dan = Where are you two?
carol< You page Bob and Dan, "Where are you two?"
bob< Carol pages you and Dan, "Where are you two?"
dan< Carol pages you and Bob, "Where are you two?"
bob> r In the square.
bob< You page Carol, "In the square."
carol< Bob pages you, "In the square."
dan<-
dan> whisper bob Let her wait.
dan< You whisper to Bob, "Let her wait."
bob< Dan whispers to you, "Let her wait."
bob> reply Why?
bob< You whisper to Dan, "Why?"
dan< Bob whispers to you, "Why?"
carol<-
dan> north
dan< The Inn
dan< A warm room.
dan< Exits: south, up, east (shut: the cellar door).
dan< Here: Carol.
bob< Dan leaves north.
carol< Dan arrives from the south.
bob> reply Come back!
bob< Dan is not here any more, so a whisper does not reach that far. To reach Dan anywhere, type: page Dan TEXT
dan<-
