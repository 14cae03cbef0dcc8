# The rack shows whoever brought a spoon home that there is one more; to everybody else it is as it was.
world content
player cleo in town/inn
player bob in river/loft
bob> get spoon
bob> down
bob> east
bob> north
bob> north
bob> east
bob> look at spoons
bob<...
bob<* *twelve places holds four spoons.*
bob<...
bob< Four, worn thin and polished hard. They have never been chained to anything; it was not that sort of house.
bob> say mara, here is your spoon
bob<...
bob<* Mara *accept*
bob> accept
bob> look
bob<...
bob<* *twelve places holds five spoons.*
bob> look at rack
bob<...
bob<* *January to April are there, and so is the one that you brought home. *
cleo> look at rail
cleo<...
cleo<* *January to April are there. In the place for June *
