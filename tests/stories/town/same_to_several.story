# Three who ask the same in one room within minutes are not answered in the same words.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
player wilma in town/inn
player cyd in town/inn
wilma> say to mara what do you think of me
wilma< You say to Mara, "what do you think of me"
wilma< Mara says to you, "A face that I should know again across a full bar. The rest you bring me bit by bit."
wait 10s
bob> say to mara what do you think of me?
bob< Wilma says to Mara, "what do you think of me"
bob< Mara says to Wilma, "A face that I should know again across a full bar. The rest you bring me bit by bit."
bob< You ask Mara, "what do you think of me?"
bob< Mara says to you, "Nothing yet that I would not say aloud, my dear, and in here that is praise."
wait 10s
cyd> say to mara do you like me
cyd< Wilma says to Mara, "what do you think of me"
cyd< Mara says to Wilma, "A face that I should know again across a full bar. The rest you bring me bit by bit."
cyd< Bob asks Mara, "what do you think of me?"
cyd< Mara says to Bob, "Nothing yet that I would not say aloud, my dear, and in here that is praise."
cyd< You say to Mara, "do you like me"
cyd< Mara says to you, "I make up my mind about people over the second mug."
wait 10s
wilma> say to mara thanks
wilma< Bob asks Mara, "what do you think of me?"
wilma< Mara says to Bob, "Nothing yet that I would not say aloud, my dear, and in here that is praise."
wilma< Cyd says to Mara, "do you like me"
wilma< Mara says to Cyd, "I make up my mind about people over the second mug."
wilma< You say to Mara, "thanks"
wilma< Mara says to you, "Gladly done, my dear."
wait 10s
bob> say to mara thank you
bob< Cyd says to Mara, "do you like me"
bob< Mara says to Cyd, "I make up my mind about people over the second mug."
bob< Wilma says to Mara, "thanks"
bob< Mara says to Wilma, "Gladly done, my dear."
bob< You say to Mara, "thank you"
bob< Mara says to you, "You are welcome. Tell people you heard it here."
wait 10s
cyd> say to mara ty
cyd< Wilma says to Mara, "thanks"
cyd< Mara says to Wilma, "Gladly done, my dear."
cyd< Bob says to Mara, "thank you"
cyd< Mara says to Bob, "You are welcome. Tell people you heard it here."
cyd< You say to Mara, "ty"
cyd< Mara says to you, "Any time, my dear. Mind the step."
wait 10s
wilma> say to mara who are you
wilma< Bob says to Mara, "thank you"
wilma< Mara says to Bob, "You are welcome. Tell people you heard it here."
wilma< Cyd says to Mara, "ty"
wilma< Mara says to Cyd, "Any time, my dear. Mind the step."
wilma< You say to Mara, "who are you"
wilma< Mara says to you, "Mara. I draw the ale, I bake the pies, and I hear what goes with them."
wait 10s
bob> say to mara who are you?
bob< Cyd says to Mara, "ty"
bob< Mara says to Cyd, "Any time, my dear. Mind the step."
bob< Wilma says to Mara, "who are you"
bob< Mara says to Wilma, "Mara. I draw the ale, I bake the pies, and I hear what goes with them."
bob< You ask Mara, "who are you?"
bob< Mara says to you, "The innkeeper, my dear: Mara to everybody, and madam to the tax."
wait 10s
cyd> say to mara what do you do here
cyd< Wilma says to Mara, "who are you"
cyd< Mara says to Wilma, "Mara. I draw the ale, I bake the pies, and I hear what goes with them."
cyd< Bob asks Mara, "who are you?"
cyd< Mara says to Bob, "The innkeeper, my dear: Mara to everybody, and madam to the tax."
cyd< You say to Mara, "what do you do here"
cyd< Mara says to you, "I am Mara. The inn is mine, and so is whatever is said in it, except in the snug."
wait 10s
