# Nobody walks asleep: between two places to sleep a character wakes, and what it does is seen as it is. New content
# that changes nothing of it lets it sleep on.
machine only
day 24 minutes
player cyd in town/attic
owner dan in town/square
assistant ann in town/square scripted
  routine 7 town/square sweeping the steps
  routine 8 town/square asleep on the steps
  routine 11 town/attic asleep in the hay
wait 150s
dan> look
dan< The Square
dan< A square with a well.
dan< Exits: north.
dan< You see a red apple, a green apple, a pear, a stone statue.
dan< Here: Ann (asleep on the steps).
dan> reload
dan< Reading the content files …
dan< The content is read again: 5 rooms and 1 people.
dan< Nothing in it has changed.
dan> look
dan< The Square
dan< A square with a well.
dan< Exits: north.
dan< You see a red apple, a green apple, a pear, a stone statue.
dan< Here: Ann (asleep on the steps).
wait 120s
dan< Ann leaves north.
cyd< Ann arrives from below.
wait 60s
cyd> look
cyd< The Attic
cyd< Dust and beams.
cyd< Exits: down, up.
cyd< Here: Ann (asleep in the hay).
