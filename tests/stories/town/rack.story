# The rack fills by each spoon that comes back, whoever looks, and knows who brought it; when all are home, the magpie begins again. Words bring none back, and a restart takes none away.
world content
player ann in town/inn
player bob in river/loft
player cyd in river/loft
ann> look
ann<...
ann<* *twelve places holds four spoons. *
ann> look at rack
ann<...
ann<* *January to April are there. In the place for June *
ann> say mara, i brought you a spoon, put it in the rack
ann> look at spoons
ann<...
ann< Four, worn thin and polished hard. They have never been chained to anything; it was not that sort of house.
bob> get spoon
bob> down
bob> east
bob> north
bob> north
bob> east
bob> give spoon to mara
bob> look
bob<...
bob<* *twelve places holds five spoons. *
ann> look at rack
ann<...
ann<* *January to April are there, and one more, which Bob brought home. *
cyd> get spoon
cyd> down
cyd> east
cyd> north
cyd> north
cyd> east
cyd> give spoon to mara
cyd> look at rack
cyd<...
cyd<* *, and two more, which were brought home; newest first, by Cyd and Bob. *
restart
ann> look at rack
ann<...
ann<* *, and two more, which were brought home; newest first, by Cyd and Bob. *
