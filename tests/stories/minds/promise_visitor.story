# A visitor who promised to bring something is reminded once, when they come in again; one who brings it is not;
# and who promised to come back is told so when they do.
machine only
player bob in town/square
player cyd in town/square
player dan in town/square
assistant ann in town/square scripted
  topic spoon: It is gone.
  moment reminds: Ah, {speaker}. {rumour}
  moment word-kept: {rumour} And here you are.
bob> get pear
bob< You take a pear.
cyd< Bob takes a pear.
dan< Bob takes a pear.
bob> say ann, where is the spoon? I will bring you a pear
bob< You say to Ann, "ann, where is the spoon? I will bring you a pear"
bob< Ann says to you, "It is gone."
cyd< Bob says to Ann, "ann, where is the spoon? I will bring you a pear"
cyd< Ann says to Bob, "It is gone."
dan< Bob says to Ann, "ann, where is the spoon? I will bring you a pear"
dan< Ann says to Bob, "It is gone."
cyd> say ann, I'll bring you the spoon
bob< Cyd says to Ann, "ann, I'll bring you the spoon"
bob< Ann says to Cyd, "It is gone."
cyd< You say to Ann, "ann, I'll bring you the spoon"
cyd< Ann says to you, "It is gone."
dan< Cyd says to Ann, "ann, I'll bring you the spoon"
dan< Ann says to Cyd, "It is gone."
dan> say ann, no spoon today, but I'll be back tomorrow
bob< Dan says to Ann, "ann, no spoon today, but I'll be back tomorrow"
bob< Ann says to Dan, "It is gone."
cyd< Dan says to Ann, "ann, no spoon today, but I'll be back tomorrow"
cyd< Ann says to Dan, "It is gone."
dan< You say to Ann, "ann, no spoon today, but I'll be back tomorrow"
dan< Ann says to you, "It is gone."
bob> give pear to ann
bob< You give Ann a pear.
cyd< Bob gives Ann a pear.
dan< Bob gives Ann a pear.
bob> go north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
cyd< Bob leaves north.
dan< Bob leaves north.
cyd> go north
bob< Cyd arrives from the south.
cyd< The Inn
cyd< A warm room.
cyd< Exits: south, up, east (shut: the cellar door).
cyd< Here: Bob.
dan< Cyd leaves north.
dan> go north
bob< Dan arrives from the south.
cyd< Dan arrives from the south.
dan< The Inn
dan< A warm room.
dan< Exits: south, up, east (shut: the cellar door).
dan< Here: Bob and Cyd.
wait 600s
bob> go south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a stone statue, a pear.
bob< Here: Ann.
cyd< Bob leaves south.
dan< Bob leaves south.
cyd> go south
bob< Cyd arrives from the north.
cyd< The Square
cyd< A square with a well.
cyd< Exits: north.
cyd< You see a red apple, a green apple, a stone statue, a pear.
cyd< Here: Ann and Bob.
dan< Cyd leaves south.
dan> go south
bob< Dan arrives from the north.
cyd< Dan arrives from the north.
dan< The Square
dan< A square with a well.
dan< Exits: north.
dan< You see a red apple, a green apple, a stone statue, a pear.
dan< Here: Ann, Bob and Cyd.
wait 300s
bob< Ann says to Cyd, "Ah, Cyd. You said "I'll bring you the spoon", a few minutes ago."
bob< Ann says to Dan, "You said "no spoon today, but I'll be back tomorrow", a few minutes ago. And here you are."
cyd< Ann says to you, "Ah, Cyd. You said "I'll bring you the spoon", a few minutes ago."
cyd< Ann says to Dan, "You said "no spoon today, but I'll be back tomorrow", a few minutes ago. And here you are."
dan< Ann says to Cyd, "Ah, Cyd. You said "I'll bring you the spoon", a few minutes ago."
dan< Ann says to you, "You said "no spoon today, but I'll be back tomorrow", a few minutes ago. And here you are."
wait 600s
wait 3600s
