# Three in one room with Mara, who talk among themselves: what is ordered aloud is served to whoever
# ordered it, the same for whoever wants the same, and a greeting to all is answered once.
world content
player ann in town/inn
player bob in town/inn
player dan in town/inn
ann> say evening all
ann< You say to Mara, "evening all"
ann< Mara asks you, "There is a bench by the fire that wants somebody, Ann. I am Mara. What do you like to drink?"
bob> say dan, shall we sit down?
bob< Ann says to Mara, "evening all"
bob< Mara asks Ann, "There is a bench by the fire that wants somebody, Ann. I am Mara. What do you like to drink?"
bob< You ask Dan, "dan, shall we sit down?"
dan> say to bob by the fire
dan< Ann says to Mara, "evening all"
dan< Mara asks Ann, "There is a bench by the fire that wants somebody, Ann. I am Mara. What do you like to drink?"
dan< Bob asks you, "dan, shall we sit down?"
dan< You say to Bob, "by the fire"
ann> say to dan what will you have?
ann< Bob asks Dan, "dan, shall we sit down?"
ann< Dan says to Bob, "by the fire"
ann< You ask Dan, "what will you have?"
dan> say one ale please
dan< Ann asks you, "what will you have?"
dan< You say, "one ale please"
dan< Mara offers you a mug of ale for 2 coins. Type accept or decline.
dan< Mara draws a mug.
dan< Mara says to you, "Brown ale, two coins."
bob> say me too
bob< Dan says to you, "by the fire"
bob< Ann asks Dan, "what will you have?"
bob< Dan says, "one ale please"
bob< Mara offers Dan a mug of ale for 2 coins.
bob< Mara draws a mug.
bob< Mara says to Dan, "Brown ale, two coins."
bob< You say, "me too"
bob< Mara offers you a mug of ale for 2 coins. Type accept or decline.
bob< Mara says to you, "The good barrel."
ann> say and a pie for me
ann< Dan says, "one ale please"
ann< Mara offers Dan a mug of ale for 2 coins.
ann< Mara draws a mug.
ann< Mara says to Dan, "Brown ale, two coins."
ann< Bob says, "me too"
ann< Mara offers Bob a mug of ale for 2 coins.
ann< Mara says to Bob, "The good barrel."
ann< You say, "and a pie for me"
ann< Mara offers you an eel pie for 3 coins. Type accept or decline.
ann< Mara says to you, "Eel pie, three coins, hot from the oven. Mind your tongue."
bob> accept
bob< Ann says, "and a pie for me"
bob< Mara offers Ann an eel pie for 3 coins.
bob< Mara says to Ann, "Eel pie, three coins, hot from the oven. Mind your tongue."
bob< You give Mara 2 coins for a mug of ale.
dan> say cheers!
dan< Bob says, "me too"
dan< Mara offers Bob a mug of ale for 2 coins.
dan< Mara says to Bob, "The good barrel."
dan< Ann says, "and a pie for me"
dan< Mara offers Ann an eel pie for 3 coins.
dan< Mara says to Ann, "Eel pie, three coins, hot from the oven. Mind your tongue."
dan< Bob gives Mara 2 coins for a mug of ale.
dan< You say, "cheers!"
ann> say to bob the pie is good here
ann< Bob gives Mara 2 coins for a mug of ale.
ann< Dan says, "cheers!"
ann< You say to Bob, "the pie is good here"
ann> say dan is my brother
ann< You say, "dan is my brother"
bob> say the ale is good
bob< Dan says, "cheers!"
bob< Ann says to you, "the pie is good here"
bob< Ann says, "dan is my brother"
bob< You say, "the ale is good"
ann> say mara, what is my brother called?
ann< Bob says, "the ale is good"
ann< You ask Mara, "mara, what is my brother called?"
ann< Mara says to you, "That you never told me, my dear. I should have kept it."
