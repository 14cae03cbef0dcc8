# What happened on a day is written down in the night, for each who was there and each set of readers, and told the day
# after, over a restart too: to whom it is about as "you". What was whispered is told to nobody else, and who is
# forgotten is in nobody's journal.
machine only
day 24 minutes
player bob in town/square
player cyd in town/square
staff dan in town/inn
assistant ann in town/square scripted
  routine 7 town/square sweeping the steps
  routine 20 town/square asleep on the steps
  topic weather: It rains.
  topic my day: {yesterday}. So it was. | Nothing of note.
bob> get green apple
bob< You take a green apple.
bob> say ann, how was my day?
bob< You ask Ann, "ann, how was my day?"
bob< Ann says to you, "Nothing of note."
bob> give green apple to ann
bob< You give Ann a green apple.
bob> say thank you ann
bob< You say to Ann, "thank you ann"
bob< Ann looks at Bob and says nothing.
cyd> say ann, you are an idiot
cyd< Bob takes a green apple.
cyd< Bob asks Ann, "ann, how was my day?"
cyd< Ann says to Bob, "Nothing of note."
cyd< Bob gives Ann a green apple.
cyd< Bob says to Ann, "thank you ann"
cyd< Ann looks at Bob and says nothing.
cyd< You say to Ann, "ann, you are an idiot"
cyd< Ann looks at Cyd and says nothing.
cyd> whisper ann I'll bring you the spoon tomorrow
cyd< You whisper to Ann, "I'll bring you the spoon tomorrow"
cyd< Ann whispers to you, "My thoughts are elsewhere."
wait 1400s
bob< Cyd says to Ann, "ann, you are an idiot"
bob< Ann looks at Cyd and says nothing.
bob> say ann, what was my day like?
bob< You ask Ann, "ann, what was my day like?"
bob< Ann says to you, "Yesterday you gave me a green apple and thanked me; Cyd was rude to me. So it was."
cyd> say ann, what was my day like?
cyd< Bob asks Ann, "ann, what was my day like?"
cyd< Ann says to Bob, "Yesterday you gave me a green apple and thanked me; Cyd was rude to me. So it was."
cyd< You ask Ann, "ann, what was my day like?"
cyd< Ann says to you, "Yesterday Bob gave me a green apple and thanked me; you were rude to me. So it was."
wait 5s
bob< Cyd asks Ann, "ann, what was my day like?"
bob< Ann says to Cyd, "Yesterday Bob gave me a green apple and thanked me; you were rude to me. So it was."
cyd> whisper ann what was my day like?
cyd< You whisper to Ann, "what was my day like?"
cyd< Ann whispers to you, "Yesterday you said "I'll bring you the spoon tomorrow"; Bob gave me a green apple and thanked me. So it was."
wait 5s
dan> @npc journal ann
dan< Journal of Ann
dan<   Day 0, within the hour:
dan<     Bob gave me a green apple and thanked me.
dan<     Cyd was rude to me.
dan<   and entries that are not for you
restart
wait 60s
cyd> say ann, what was my day like?
cyd< You ask Ann, "ann, what was my day like?"
cyd< Ann says to you, "Yesterday Bob gave me a green apple and thanked me; you were rude to me. So it was."
wait 5s
bob< Cyd asks Ann, "ann, what was my day like?"
bob< Ann says to Cyd, "Yesterday Bob gave me a green apple and thanked me; you were rude to me. So it was."
bob> forget me ann
bob< Ann forgets you.
wait 5s
cyd> say ann, what was my day like?
cyd< You ask Ann, "ann, what was my day like?"
cyd< Ann says to you, "Yesterday you were rude to me. So it was."
wait 5s
bob< Cyd asks Ann, "ann, what was my day like?"
bob< Ann says to Cyd, "Yesterday you were rude to me. So it was."
