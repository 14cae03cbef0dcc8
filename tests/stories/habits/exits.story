# The ways out in words: where each leads, and which door is shut.
player bob in town/inn
bob> exits
bob< Ways out of The Inn:
bob<   south: The Square
bob<   up: The Attic
bob<   east: the cellar door, which is shut
bob> ways
bob< Ways out of The Inn:
bob<   south: The Square
bob<   up: The Attic
bob<   east: the cellar door, which is shut
# Whoever types exit may have meant the game.
bob> exit
bob< Ways out of The Inn:
bob<   south: The Square
bob<   up: The Attic
bob<   east: the cellar door, which is shut
bob< To leave the game, type quit.
