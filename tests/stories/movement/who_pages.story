# Who is here, a page at a time.
player bob in town/square
player carol in town/square
bob> who here
bob< In the room with you
bob<   Carol
bob> who here 1
bob< In the room with you
bob<   Carol
bob> who here 2
bob< There is only one page. To read it, type: who here
bob> who 7
bob< There is only one page. To read it, type: who
bob> who there
bob< Please type it like this: who, or: who here, or: who PAGE, or: who here PAGE
