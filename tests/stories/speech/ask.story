# A question is put as one says it, so that whoever is asked understands it.
player bob in town/square
player carol in town/square
player dan in town/inn
bob> ask carol about the well
bob< You ask Carol, "What can you tell me about the well?"
carol< Bob asks you, "What can you tell me about the well?"
bob> ask carol for a pear
bob< You ask Carol, "Could I have a pear, please?"
carol< Bob asks you, "Could I have a pear, please?"
bob> ask carol where is the inn
bob< You ask Carol, "where is the inn?"
carol< Bob asks you, "where is the inn?"
bob> greet carol
bob< You say to Carol, "Hello!"
carol< Bob says to you, "Hello!"
bob> talk to carol
bob< You say to Carol, "Hello!"
bob< To go on, type: say to carol TEXT. To ask about something, type: ask carol about SOMETHING.
carol< Bob says to you, "Hello!"
bob> speak to carol Are you well?
bob< You ask Carol, "Are you well?"
carol< Bob asks you, "Are you well?"
bob> ask dan about the well
bob< Dan is not here. To reach Dan anywhere, type: page Dan TEXT
bob> ask statue about the well
bob< Nobody called "statue" is here.
bob> ask carol about
bob< Please type it like this: ask NAME QUESTION, or: ask NAME about SOMETHING, or: ask NAME for SOMETHING
