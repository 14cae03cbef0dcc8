# What somebody told of themselves is told to others who ask, in the person of a third; what somebody tells of somebody
# else is heard as that, whatever else is called so.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
player wilma in town/inn
bob> say mara, I come from Hull
bob< You say to Mara, "mara, I come from Hull"
bob< Mara says to you, "From Hull? I shall remember that, Bob."
wilma> say mara, where does Bob come from?
wilma< Bob says to Mara, "mara, I come from Hull"
wilma< Mara says to Bob, "From Hull? I shall remember that, Bob."
wilma< You ask Mara, "mara, where does Bob come from?"
wilma< Mara says to you, "Bob comes from Hull. I had it from the one who should know."
wait 10s
bob< Wilma asks Mara, "mara, where does Bob come from?"
bob< Mara says to Wilma, "Bob comes from Hull. I had it from the one who should know."
wilma> say mara, Bob comes from Lull
wilma< You say to Mara, "mara, Bob comes from Lull"
wilma< Mara says to you, "Bob comes from Lull? So you say, my dear. I shall ask."
wait 10s
bob< Wilma says to Mara, "mara, Bob comes from Lull"
bob< Mara says to Wilma, "Bob comes from Lull? So you say, my dear. I shall ask."
bob> say mara, where does Wilma come from?
bob< You ask Mara, "mara, where does Wilma come from?"
bob< Mara says to you, "Wilma? That did not come over this bar, my dear."
wait 10s
wilma< Bob asks Mara, "mara, where does Wilma come from?"
wilma< Mara says to Bob, "Wilma? That did not come over this bar, my dear."
bob> whisper mara = I am a baker
bob< You whisper to Mara, "I am a baker"
bob< Mara whispers to you, "One who works as a baker. It is in my head now, and nothing gets out of there."
wait 10s
wilma> say mara, what does Bob do for a living?
wilma< You ask Mara, "mara, what does Bob do for a living?"
wilma< Mara says to you, "Of Bob that is new to me. Ask Bob, and then tell me."
wait 10s
bob< Wilma asks Mara, "mara, what does Bob do for a living?"
bob< Mara says to Wilma, "Of Bob that is new to me. Ask Bob, and then tell me."
wilma> say Ann, are you from here?
wilma< You ask, "Ann, are you from here?"
wait 5s
bob< Wilma asks, "Ann, are you from here?"
wilma> mara ur ale stinks
wilma< You say to Mara, "mara ur ale stinks"
wilma< Mara says to you, "Well now. That is yours, and now it is mine too, and I keep things well."
wait 5s
bob< Wilma says to Mara, "mara ur ale stinks"
bob< Mara says to Wilma, "Well now. That is yours, and now it is mine too, and I keep things well."
