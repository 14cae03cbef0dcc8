# Who orders two things at once is offered the first, and the other once that is accepted or declined; what is not to
# be had is said to be so, and what there is instead is offered.
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
bob< Mara offers you an eel pie for 3 coins. Type accept or decline.
bob< Mara says, "Eel pie, three coins, hot from the oven. Mind your tongue."
wait 5s
bob> accept
bob< You give Mara 3 coins for an eel pie.
wait 5s
bob> say mara, can i have one pie and one ale pls?
bob< You ask, "mara, can i have one pie and one ale pls?"
bob< Mara offers you an eel pie for 3 coins. Type accept or decline.
bob< Mara says, "Eel pie, three coins, hot from the oven. Mind your tongue."
bob> decline
bob< You decline what Mara offers.
bob< Mara offers you a mug of ale for 2 coins. Type accept or decline.
bob< Mara says, "The good barrel."
wait 5s
bob> decline
bob< You decline what Mara offers.
bob< Mara says, "Another time, then, Bob."
wait 5s
bob> say mara, a cider please
bob< You say, "mara, a cider please"
bob< Mara offers you a mug of ale for 2 coins. Type accept or decline.
bob< Mara says, "No cider in this house, my dear; the pears are all up the hill. There is ale, brown, two coins."
bob> decline
bob< You decline what Mara offers.
bob< Mara says, "As you like, Bob."
wait 5s
