# Whoever shortens the word is told to type the whole of it; that is answered beside the game.
machine only
player bob in town/square
bob> passwor
bob< Please type the whole word, alone: password
bob> password
bob< Please type the whole word, alone: password
