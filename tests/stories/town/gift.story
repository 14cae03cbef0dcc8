# A gift is thanked for; it is no speech, and asks for nothing.
world content
player ann in town/inn
player bob in town/inn
ann> buy ale
bob< Ann gives Mara 2 coins for a mug of ale.
ann> give ale to mara
bob< Ann gives Mara a mug of ale.
bob< Mara says to Ann, "Thank you, Ann. I shall remember who gave me this."
ann> give 2 coins to mara
bob< Ann gives Mara 2 coins.
bob< Mara says to Ann, "For me, 2 coins? That is good of you, Ann."
ann> say mara, a pie please
bob< Ann says to Mara, "mara, a pie please"
bob< Mara offers Ann an eel pie for 3 coins.
bob< Mara says to Ann, "Eel pie, three coins, hot from the oven. Mind your tongue."
ann> decline
bob< Ann declines what Mara offers.
bob< Mara says to Ann, "As you like, Ann."
ann> thank mara
bob< Ann thanks Mara.
bob< Mara says to Ann, "Nothing to thank me for. Come in hungry the next time."
