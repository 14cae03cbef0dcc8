# One of the town's own people keeps to a routine: she walks to where she has to be by the hour, over
# midnight and over a restart, and others see what she is doing there.
machine only
day 24 minutes
player bob in town/square
player cyd in town/attic
assistant ann in town/square
  routine 7 town/square sweeping the steps
  routine 8 town/attic airing the beds
  routine 22 town/inn dozing by the fire
bob> look
bob< The Square
bob<...
bob< Here: Ann (sweeping the steps).
bob> examine ann
bob<...
bob< Ann is sweeping the steps.
bob<...
bob< Ann is played by the server.
wait 59s
bob<-
wait 30s
bob< Ann leaves north.
cyd<...
cyd< Ann arrives from below.
cyd> look
cyd<...
cyd< Here: Ann (airing the beds).
# It is ten in the evening, and a restart comes before she is back.
wait 808s
restart
wait 20s
cyd<...
cyd< Ann leaves down.
cyd> down
cyd<...
cyd< Here: Ann (dozing by the fire).
# Midnight changes nothing, nor does a restart after it.
wait 180s
restart
wait 30s
cyd> look
cyd<...
cyd< Here: Ann (dozing by the fire).
