# Who orders two things at once is offered the first, and then the other.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
bob> say mara, an ale and a pie please
bob< You say, "mara, an ale and a pie please"
bob< Mara offers you a mug of ale for 2 coins. Type accept or decline.
bob< Mara draws a mug.
bob< Mara says, "Brown ale, two coins."
bob> accept
bob< You give Mara 2 coins for a mug of ale.
bob> say mara, and a pie
bob< You say, "mara, and a pie"
bob< Mara offers you an eel pie for 3 coins. Type accept or decline.
bob< Mara says, "Eel pie, three coins, hot from the oven. Mind your tongue."
bob> say mara, one pie and one ale pls
bob< You say, "mara, one pie and one ale pls"
bob< Mara offers you an eel pie for 3 coins. Type accept or decline.
bob< Mara says, "Eel pie, three coins, hot from the oven. Mind your tongue."
bob> decline
bob< You decline what Mara offers.
bob< Mara says, "Another time, then, Bob."
