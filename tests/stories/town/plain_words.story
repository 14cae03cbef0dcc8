# What players say to an offer, a joke, an alarm and a repetition is taken for what it is.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
player dan in town/square
bob> say no thanks too expensive
bob< You say, "no thanks too expensive"
bob< Mara says, "Then keep your coins warm, my dear. The fire costs nothing."
bob> say where can i find work?
bob< You ask, "where can i find work?"
bob< Mara says, "Somebody's spoons are gone, and somebody's gate is shut. Type quests, and see what is open."
bob> say ann is my sister
bob< You say, "ann is my sister"
bob< Mara says, "One who has a sister called Ann. It is in my head now, and nothing gets out of there."
bob> say mara, what is my sister called?
bob< You ask, "mara, what is my sister called?"
bob< Mara asks, "You are the one who has a sister called Ann. Did you think that I should forget?"
bob> say thats the third time you told me that
bob< You say, "thats the third time you told me that"
bob< Mara says, "It was true the first time as well, Bob. Ask me about the snug, and I say something else."
dan> say theres a wolf in the market!!! run
dan< You say, "theres a wolf in the market!!! run"
dan< Pip is running already.
dan< Pip says, "Where? Shout it to the square, I fetch Bram!"
dan> say do you want to hear a joke?
dan< You ask, "do you want to hear a joke?"
dan< Pip says, "Let me hear it. The last one was from before the harvest."
dan> say knock knock
dan< You say, "knock knock"
dan< Pip asks, "Who is there?"
dan> say where were you born?
dan< You ask, "where were you born?"
dan< Pip says, "Right here, between the elm and the inn! I have been further only in talk."
dan> say pip dont mind him
dan< You say, "pip dont mind him"
dan< Pip writes it on a slip.
dan< Pip asks, "I shall ask around. And then?"
