# A gift is thanked for; it is no speech, and asks for nothing.
world content
player ann in town/inn
player bob in town/inn
ann> buy ale
bob< Ann gives Mara 2 coins for a mug of ale.
ann> give ale to mara
bob< Ann gives Mara a mug of ale.
bob< Mara says to Ann, "For me, a mug of ale? That is good of you, Ann."
ann> give 2 coins to mara
bob< Ann gives Mara 2 coins.
bob< Mara says to Ann, "Thank you, Ann. I shall remember who gave me this."
