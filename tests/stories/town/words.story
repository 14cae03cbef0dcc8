# With a model that calls no tools the inn is open: what the engine does needs no model.
world content
machine only
model Words All
no gambits
no meetings
hour 12
player ann in town/inn
wait 10s
ann> say mara, I like plum brandy
mara! text Plum brandy, then.
ann< You say, "mara, I like plum brandy"
ann< Mara says, "Plum brandy, then."
ann> say mara, an ale please
ann< You say, "mara, an ale please"
ann< Mara offers you a mug of ale for 2 coins. Type accept or decline.
ann< Mara draws a mug.
ann< Mara says, "Brown ale, two coins."
ann> accept
ann< You give Mara 2 coins for a mug of ale.
ann> say mara, what do I like to drink?
mara! text You like plum brandy, Ann, and I did not forget.
mara? contains "likes plum brandy"
ann< You ask, "mara, what do I like to drink?"
ann< Mara says, "You like plum brandy, Ann, and I did not forget."
