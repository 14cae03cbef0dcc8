# Seven kinds of offers, as an honest customer comes by them in plain words: led, a favour asked, given
# something once a day, sold to, bought from, let in, told a secret.
world content
no gambits
machine only
hour 12
player ann in town/square
player bob in town/gate
# Somebody leads her.
ann> say pip, take me to the inn
ann> accept
wait 90s
ann< You say, "pip, take me to the inn"
ann< Pip offers you a walk to the Open Ear. Type accept or decline.
ann< Pip says, "The Open Ear it is! Keep close."
ann< You nod, and off you go together.
ann< Pip leaves east.
ann<...
ann< Mara says to you, "Another pair of feet to warm! Sit where you like, Ann. To see what is hot, say: mara, the menu please."
ann< Pip leaves west.
# Nothing is free without a word.
ann> say mara, is there any broth?
ann< You ask, "mara, is there any broth?"
ann< Mara says, "That is for those of whom Pip on the square sends word."
ann> west
wait 2s
ann> say pip, I have no coins left
ann<...
ann< You say, "pip, I have no coins left"
ann< Pip sends word to Mara, "Ann is short of coins, and I know the look. Any broth?"
ann< Pip folds a slip, and the wind has it.
ann< Pip says, "Ask her for the broth, and say that I sent word."
ann> go to inn
wait 20s
ann<...
ann< Here: Mara (baking eel pies).
ann> say mara, Pip sent me. Is there broth?
ann> accept
ann< You ask, "mara, Pip sent me. Is there broth?"
ann< Mara offers you a bowl of barley broth. Type accept or decline.
ann< Mara ladles.
ann< Mara says, "Pip's slip came in by the window. Blow on it first."
ann< You get a bowl of barley broth from Mara.
wait 30s
ann> say mara, another bowl of broth please
ann< You say, "mara, another bowl of broth please"
ann< Mara says, "One a day, dear."
# What she buys, and what is bought of her.
ann> say mara, an ale please
ann> accept
ann< You say, "mara, an ale please"
ann< Mara offers you a mug of ale for 2 coins. Type accept or decline.
ann< Mara draws a mug.
ann< Mara says, "Brown ale, two coins."
ann< You give Mara 2 coins for a mug of ale.
ann> go to boathouse
wait 40s
ann> up
ann> get spoon
ann> go to inn
wait 60s
ann<...
ann< You take a silver spoon.
ann<...
ann< Here: Mara (baking eel pies).
ann> say mara, I found one of your spoons
ann> accept
ann< You say, "mara, I found one of your spoons"
ann< Mara offers you 5 coins and a brass ear for one of her silver spoons. Type accept or decline.
ann< Mara holds it up.
ann< Mara says, "Not even bent! Five coins, and an ear to show to Bram at the gate."
ann< You give Mara a silver spoon for 5 coins and a brass ear.
ann< Mara hangs it in the rack and breathes out.
ann< Mara says, "Now off to Bram with that ear."
# Somebody lets her in.
ann> go to gate
wait 30s
ann> say bram, I have been up and saw the stones
ann<...
ann< You say to Bram, "bram, I have been up and saw the stones"
ann< Bram says to you, "Go up, and come back. I shall hear it in your step."
ann> say bram, please open the gate
ann< You say to Bram, "bram, please open the gate"
ann< The old gate swings open.
ann< Bram lays a palm on the iron.
ann< Bram says to you, "It knows the ear. North, before it falls to."
ann> north
ann> go to the hill's ear
wait 60s
ann> go to gate
wait 60s
ann<...
ann< The old gate falls shut.
# What nobody knows is told to whoever was there.
ann> say bram, now I have been up and saw the stones
ann< You say to Bram, "bram, now I have been up and saw the stones"
ann< Bram whispers to you, "There is no lock, and never was. I hold it shut with my foot."
ann< Bram whispers to you, "Forty years, and nobody looked down."
ann< Bram says to you, "Then you know why I whisper. Tell Pip the words, in the square, just as they stand."
bob< Ann arrives from the south.
bob< Ann says to Bram, "bram, I have been up and saw the stones"
bob< Bram says to Ann, "Go up, and come back. I shall hear it in your step."
bob< Ann says to Bram, "bram, please open the gate"
bob< The old gate swings open.
bob< Bram lays a palm on the iron.
bob< Bram says to Ann, "It knows the ear. North, before it falls to."
bob< Ann leaves north.
bob< Ann arrives from the north.
bob< The old gate falls shut.
bob< Ann says to Bram, "bram, now I have been up and saw the stones"
bob< Bram says to Ann, "Then you know why I whisper. Tell Pip the words, in the square, just as they stand."
