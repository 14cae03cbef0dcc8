# What was whispered to a character leads to a conclusion that only those two may know: aloud it has none, and a
# line that is taken back takes the conclusion with it.
machine only
day 24 minutes
player bob in town/square
player cyd in town/square
staff dan in town/square
assistant ann in town/square scripted
  routine 7 town/square sweeping the steps
  routine 9 town/square asleep on the steps
  topic magpie: She takes what shines.
  topic think of me: {insight} So I think. | I hardly know you.
  moment wakes: opens one eye.
bob> whisper ann = thank you
bob< You whisper to Ann, "thank you"
bob< Ann whispers to you, "My thoughts are elsewhere."
bob> whisper ann = thanks, ann
bob< You whisper to Ann, "thanks, ann"
bob< Ann whispers to you, "My thoughts are elsewhere."
bob> whisper ann = thank you again
bob< You whisper to Ann, "thank you again"
bob< Ann whispers to you, "My thoughts are elsewhere."
bob> say ann, did the magpie come?
bob< You ask Ann, "ann, did the magpie come?"
bob< Ann says to you, "She takes what shines."
bob> go north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob> go south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann (sweeping the steps), Cyd and Dan.
bob> say ann, that magpie!
bob< You say to Ann, "ann, that magpie!"
bob< Ann says to you, "She takes what shines."
bob> go north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob> go south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann (sweeping the steps), Cyd and Dan.
bob> say ann, a magpie sat there on the well
bob< You say to Ann, "ann, a magpie sat there on the well"
bob< Ann says to you, "She takes what shines."
bob> go north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
cyd< Bob asks Ann, "ann, did the magpie come?"
cyd< Ann says to Bob, "She takes what shines."
cyd< Bob leaves north.
cyd< Bob arrives from the north.
cyd< Bob says to Ann, "ann, that magpie!"
cyd< Ann says to Bob, "She takes what shines."
cyd< Bob leaves north.
cyd< Bob arrives from the north.
cyd< Bob says to Ann, "ann, a magpie sat there on the well"
cyd< Ann says to Bob, "She takes what shines."
cyd< Bob leaves north.
dan< Bob asks Ann, "ann, did the magpie come?"
dan< Ann says to Bob, "She takes what shines."
dan< Bob leaves north.
dan< Bob arrives from the north.
dan< Bob says to Ann, "ann, that magpie!"
dan< Ann says to Bob, "She takes what shines."
dan< Bob leaves north.
dan< Bob arrives from the north.
dan< Bob says to Ann, "ann, a magpie sat there on the well"
dan< Ann says to Bob, "She takes what shines."
dan< Bob leaves north.
wait 300s
bob> go south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann (asleep on the steps), Cyd and Dan.
bob> whisper ann = what do you think of me?
bob< You whisper to Ann, "what do you think of me?"
bob< Ann whispers to you, "You have good manners. You thanked me three times. So I think."
bob> say ann, what do you think of me?
bob< You ask Ann, "ann, what do you think of me?"
bob< Ann opens one eye.
bob< Ann says to you, "You keep coming back to "magpie". You spoke of it in three talks. So I think."
cyd< Bob arrives from the north.
cyd< Bob asks Ann, "ann, what do you think of me?"
cyd< Ann opens one eye.
cyd< Ann says to Bob, "You keep coming back to "magpie". You spoke of it in three talks. So I think."
dan> retract a magpie sat there
dan< Bob arrives from the north.
dan< Bob asks Ann, "ann, what do you think of me?"
dan< Ann opens one eye.
dan< Ann says to Bob, "You keep coming back to "magpie". You spoke of it in three talks. So I think."
dan< Asking everybody what they remember of it …
dan< Memories taken back: Ann 3. Which they were: why NAME.
wait 5s
bob> say ann, what do you think of me?
bob< You ask Ann, "ann, what do you think of me?"
bob< Ann says to you, "I hardly know you."
bob> whisper ann = what do you think of me?
bob< You whisper to Ann, "what do you think of me?"
bob< Ann whispers to you, "You have good manners. You thanked me three times. So I think."
