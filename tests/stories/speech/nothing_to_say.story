# Speaking needs words, and every mistake gets one sentence.
player bob in town/square
player carol in town/square
bob> say
bob< Please type it like this: say TEXT, or: say to NAME TEXT
bob> page carol
bob< Please type it like this: page NAME TEXT, or: page NAME, NAME = TEXT
bob> channel chat
bob< Please type it like this: channel list, or: channel join NAME, or: channel leave NAME, or: channel NAME history, or: channel NAME TEXT
carol<-
