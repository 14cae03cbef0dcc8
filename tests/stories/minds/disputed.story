# What two people tell of one of them and does not fit together is noted in the night, and told to the one whom it is
# about. What was whispered is set against nothing that others said aloud.
machine only
day 24 minutes
player bob in town/square
player cyd in town/square
assistant ann in town/square scripted
  routine 7 town/square sweeping the steps
  routine 9 town/square asleep on the steps
  topic think of me: {insight} So I think. | I hardly know you.
  moment wakes: opens one eye.
bob> say ann, I come from Hull.
bob< You say to Ann, "ann, I come from Hull."
bob< Ann looks at Bob and says nothing.
cyd> say ann, Bob comes from Lull.
cyd< Bob says to Ann, "ann, I come from Hull."
cyd< Ann looks at Bob and says nothing.
cyd< You say to Ann, "ann, Bob comes from Lull."
cyd< Ann looks at Cyd and says nothing.
bob> whisper ann = I am a baker
bob< Cyd says to Ann, "ann, Bob comes from Lull."
bob< Ann looks at Cyd and says nothing.
bob< You whisper to Ann, "I am a baker"
bob< Ann whispers to you, "My thoughts are elsewhere."
cyd> say ann, Bob is a smith.
cyd< You say to Ann, "ann, Bob is a smith."
cyd< Ann looks at Cyd and says nothing.
wait 300s
bob< Cyd says to Ann, "ann, Bob is a smith."
bob< Ann looks at Cyd and says nothing.
bob> say ann, what do you think of me?
bob< You ask Ann, "ann, what do you think of me?"
bob< Ann opens one eye.
bob< Ann says to you, "You are spoken of in two ways. You said "I come from Hull", and Cyd said "Bob comes from Lull". So I think."
wait 20s
cyd< Bob asks Ann, "ann, what do you think of me?"
cyd< Ann opens one eye.
cyd< Ann says to Bob, "You are spoken of in two ways. You said "I come from Hull", and Cyd said "Bob comes from Lull". So I think."
cyd> say ann, what do you think of me?
cyd< You ask Ann, "ann, what do you think of me?"
cyd< Ann says to you, "I hardly know you."
