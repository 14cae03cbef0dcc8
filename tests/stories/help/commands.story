# All commands in a few lines, and what reads like speech is taken for it.
player bob in town/square
bob> commands
bob< Commands
bob<* Talking: say, *
bob<* Looking and walking: *look, *
bob<* Things and trade: inventory, *
bob<* You and the game: help, *
bob<...
bob< For what one of them does, type for instance help say.
bob> commands 2
bob< There is only one page. To read it, type: commands
bob> commands please
bob< Please type it like this: commands, or: commands PAGE
bob> h say
bob< Say
bob<...
bob> what is this?
bob< To say that to everybody here, type: say what is this?
