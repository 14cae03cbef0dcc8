# Three in one room with Mara: each calls her, and each is answered.
world content
player ann in town/inn
player bob in town/inn
player dan in town/inn
ann> say mara, what do you serve?
ann< You ask Mara, "mara, what do you serve?"
ann< Mara says to you, "It is all on the slate: ale, two; eel pie, three. Just ask me for one of them, Ann."
bob< Ann asks Mara, "mara, what do you serve?"
bob< Mara says to Ann, "It is all on the slate: ale, two; eel pie, three. Just ask me for one of them, Ann."
dan< Ann asks Mara, "mara, what do you serve?"
dan< Mara says to Ann, "It is all on the slate: ale, two; eel pie, three. Just ask me for one of them, Ann."
bob> say what happened to your spoons mara
bob< You say to Mara, "what happened to your spoons mara"
bob< Mara says to you, "My spoons. It is a bird, Bob, and I know which, and where: under the boathouse roof, west of the quay. But there is a ladder, and there is me, and the two do not suit. Bring me one and I shall pay you for it."
ann< Bob says to Mara, "what happened to your spoons mara"
ann< Mara says to Bob, "My spoons. It is a bird, Bob, and I know which, and where: under the boathouse roof, west of the quay. But there is a ladder, and there is me, and the two do not suit. Bring me one and I shall pay you for it."
dan< Bob says to Mara, "what happened to your spoons mara"
dan< Mara says to Bob, "My spoons. It is a bird, Bob, and I know which, and where: under the boathouse roof, west of the quay. But there is a ladder, and there is me, and the two do not suit. Bring me one and I shall pay you for it."
dan> say I met Mara yesterday
dan< You say, "I met Mara yesterday"
ann< Dan says, "I met Mara yesterday"
bob< Dan says, "I met Mara yesterday"
dan> say hello
dan< You say to Mara, "hello"
dan< Mara asks you, "Welcome to the Open Ear, Dan. I am Mara, and I like to know my guests. What do you like to drink?"
ann< Dan says to Mara, "hello"
ann< Mara asks Dan, "Welcome to the Open Ear, Dan. I am Mara, and I like to know my guests. What do you like to drink?"
bob< Dan says to Mara, "hello"
bob< Mara asks Dan, "Welcome to the Open Ear, Dan. I am Mara, and I like to know my guests. What do you like to drink?"
ann> say thank you
ann< You say to Mara, "thank you"
ann< Mara says to you, "Any time, Ann."
bob< Ann says to Mara, "thank you"
bob< Mara says to Ann, "Any time, Ann."
dan< Ann says to Mara, "thank you"
dan< Mara says to Ann, "Any time, Ann."
