# How many a character knows by what they said in private, and how much of it was noted, is not told to the
# staff.
staff wiz in town/inn
player bob in town/square
player cyd in town/square
assistant ann in town/square scripted
bob> whisper ann = I like pears
bob<...
bob<* Ann whispers to you, *
cyd> say to ann hello
cyd<...
cyd< Ann looks at Cyd and says nothing.
wiz> @npc show ann
wiz<...
wiz<   waiting to be answered: 0
wiz<   knows: 1 people
wiz<   errors in a row: 0
wiz<   offers: none
wiz<   commands: none
