# Nobody walks away from those who talk to them: the routine goes on a minute after the last words.
machine only
day 24 minutes
player bob in town/square
assistant ann in town/square
  routine 7 town/square sweeping the steps
  routine 8 town/attic airing the beds
wait 55s
bob> say to ann Is it far to the attic?
ann! say {"text": "Up the stairs of the inn."}
bob<...
bob< Ann says, "Up the stairs of the inn."
wait 40s
bob<-
bob> look
bob<...
bob< Here: Ann (sweeping the steps).
wait 40s
bob< Ann leaves north.
