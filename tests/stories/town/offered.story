# A yes that is said to somebody who offers something says how to accept it.
world content
player ann in town/inn
player bob in town/inn
ann> say mara, a pie please
ann< You say to Mara, "mara, a pie please"
ann< Mara offers you an eel pie for 3 coins. Type accept or decline.
ann< Mara says to you, "Eel pie, three coins, hot from the oven. Mind your tongue."
ann> say mara, yes please
ann< You say to Mara, "mara, yes please"
ann< Mara says to you, "Good, my dear. Then we agree, and that is rarer than ale."
ann> say mara, what about that pie?
ann< You ask Mara, "mara, what about that pie?"
ann< Mara offers you an eel pie for 3 coins. Type accept or decline.
ann< Mara says to you, "Eel pie, three coins, hot from the oven. Mind your tongue."
ann> say mara, who is here?
ann< You ask Mara, "mara, who is here?"
ann< Mara says to you, "Besides you and me: Bob."
