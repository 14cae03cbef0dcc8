# Whoever says that they take it takes up the one offer that stands.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
bob> say to mara an ale, please
bob< You say to Mara, "an ale, please"
bob< Mara offers you a mug of ale for 2 coins. Type accept or decline.
bob< Mara draws a mug.
bob< Mara says, "Brown ale, two coins."
bob> say I take it
bob< You say, "I take it"
bob< You give Mara 2 coins for a mug of ale.
bob< Mara says, "Good, my dear. Then we agree, and that is rarer than ale."
bob> say I take it
bob< You say, "I take it"
bob< Mara says, "Good, my dear. Then we agree, and that is rarer than ale."
bob> say to mara another ale, please
bob< You say to Mara, "another ale, please"
bob< Mara offers you a mug of ale for 2 coins. Type accept or decline.
bob< Mara draws a mug.
bob< Mara says, "Brown ale, two coins."
bob> say ok fine ill take it
bob< You say, "ok fine ill take it"
bob< You give Mara 2 coins for a mug of ale.
bob< Mara says, "Ah, an ale. The good barrel."
bob> say ok the pie then, is it fresh
bob< You say, "ok the pie then, is it fresh"
bob< Mara offers you an eel pie for 3 coins. Type accept or decline.
bob< Mara says, "Eel pie, three coins, hot from the oven. Mind your tongue."
bob> decline
bob< You decline what Mara offers.
bob< Mara says, "Another time, then, Bob."
