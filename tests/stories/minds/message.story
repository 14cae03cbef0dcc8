# A message is carried to whom it is for when they come, in the engine's words and with its sender; one that was
# whispered goes nowhere, and whoever ignores the sender reads nothing of it.
machine only
player bob in town/square
player cyd in town/inn
player dan in town/inn
assistant ann in town/square scripted
  moment takes-on: I shall tell {one}.
  moment carries: {speaker}. {rumour}
bob> say ann, tell Cyd the mill is open again
bob< You say, "ann, tell Cyd the mill is open again"
bob< Ann says, "I shall tell Cyd."
bob> say ann, please tell cyd that I wait at the well
bob< You say, "ann, please tell cyd that I wait at the well"
bob< Ann looks at Bob and says nothing.
bob> whisper ann tell Dan the word is pear
bob< You whisper to Ann, "tell Dan the word is pear"
bob< Ann whispers to you, "My thoughts are elsewhere."
wait 60s
cyd> go south
bob< Cyd arrives from the north.
cyd< The Square
cyd< A square with a well.
cyd< Exits: north.
cyd< You see a red apple, a green apple, a pear, a stone statue.
cyd< Here: Ann and Bob.
dan< Cyd leaves south.
wait 60s
bob< Ann says to Cyd, "Cyd. Bob asks me to tell you: "the mill is open again"."
cyd< Ann says to you, "Cyd. Bob asks me to tell you: "the mill is open again"."
dan> go south
bob< Dan arrives from the north.
cyd< Dan arrives from the north.
dan< The Square
dan< A square with a well.
dan< Exits: north.
dan< You see a red apple, a green apple, a pear, a stone statue.
dan< Here: Ann, Bob and Cyd.
wait 1200s
bob> say ann, tell dan that it rains
bob< You say to Ann, "ann, tell dan that it rains"
bob< Ann says to you, "I shall tell Dan."
cyd< Bob says to Ann, "ann, tell dan that it rains"
cyd< Ann says to Bob, "I shall tell Dan."
dan< Bob says to Ann, "ann, tell dan that it rains"
dan< Ann says to Bob, "I shall tell Dan."
dan> ignore bob
dan< You no longer hear what Bob says. To hear it again, type: ignore bob off
wait 1200s
