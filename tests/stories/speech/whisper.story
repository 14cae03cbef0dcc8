# A whisper is for those it is whispered to; others do not even see it.
over sockets
player bob in town/square
player carol in town/square
player dan in town/square
bob> whisper carol The key is under the mat.
bob< You whisper to Carol, "The key is under the mat."
carol< Bob whispers to you, "The key is under the mat."
dan<-
bob> whisper carol, dan = Both of you now.
bob< You whisper to Carol and Dan, "Both of you now."
carol< Bob whispers to you and Dan, "Both of you now."
dan< Bob whispers to you and Carol, "Both of you now."
bob> whisper zoe hello
bob< Nobody called "zoe" is here.
bob> whisper
bob< Please type it like this: whisper NAME TEXT, or: whisper NAME, NAME = TEXT
