# What hands do in the town: something that a builder wrote, seen by those who are there, or one
# sentence for the one who tried.
world content
player bob in town/bell-yard
player carol in town/bell-yard
bob> ring bell
bob< You set your shoulder to the bell. It swings, and says nothing.
carol< Bob sets a shoulder to the bell. It swings, and says nothing.
bob> push the silent bell
bob< You set your shoulder to the bell. It swings, and says nothing.
carol< Bob sets a shoulder to the bell. It swings, and says nothing.
bob> turn bell
bob< You try to turn the silent bell, and nothing turns.
carol<-
bob> blow ivy
bob< You blow at the ivy, and nothing comes of it.
bob> push carol
bob< Carol is somebody, not something. To show what you do, type it as an emote: emote taps Carol on the shoulder.
bob> pull moon
bob< You see no "moon" here.
bob> turn
bob< What would you like to turn? Type: turn THING
bob> hands
bob< Please type it like this: ring THING (or blow, push, pull, turn, climb), or: climb up, or: climb down
carol<-
