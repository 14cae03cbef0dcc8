# Three in one room with Mara: each calls her, and each is answered.
world content
player ann in town/inn
player bob in town/inn
player dan in town/inn
ann> say mara, what do you serve?
ann< You ask Mara, "mara, what do you serve?"
ann< Mara says to you, "Ale for two coins, eel pie for three. Just say which, Ann. Gossip comes with it."
bob< Ann asks Mara, "mara, what do you serve?"
bob< Mara says to Ann, "Ale for two coins, eel pie for three. Just say which, Ann. Gossip comes with it."
dan< Ann asks Mara, "mara, what do you serve?"
dan< Mara says to Ann, "Ale for two coins, eel pie for three. Just say which, Ann. Gossip comes with it."
bob> say what happened to your spoons mara
bob< You say to Mara, "what happened to your spoons mara"
bob< Mara says to you, "Twelve month spoons, my grandmother's, and eight are gone. Bring me one: five coins and a brass ear."
ann< Bob says to Mara, "what happened to your spoons mara"
ann< Mara says to Bob, "Twelve month spoons, my grandmother's, and eight are gone. Bring me one: five coins and a brass ear."
dan< Bob says to Mara, "what happened to your spoons mara"
dan< Mara says to Bob, "Twelve month spoons, my grandmother's, and eight are gone. Bring me one: five coins and a brass ear."
dan> say I met Mara yesterday
dan< You say, "I met Mara yesterday"
ann< Dan says, "I met Mara yesterday"
bob< Dan says, "I met Mara yesterday"
dan> say hello
dan< You say to Mara, "hello"
dan< Mara asks you, "A new face at the Open Ear: Dan. I am Mara. What do you like to drink?"
ann< Dan says to Mara, "hello"
ann< Mara asks Dan, "A new face at the Open Ear: Dan. I am Mara. What do you like to drink?"
bob< Dan says to Mara, "hello"
bob< Mara asks Dan, "A new face at the Open Ear: Dan. I am Mara. What do you like to drink?"
ann> say thank you
ann< You say to Mara, "thank you"
ann< Mara says to you, "You are welcome. Tell people you heard it here."
bob< Ann says to Mara, "thank you"
bob< Mara says to Ann, "You are welcome. Tell people you heard it here."
dan< Ann says to Mara, "thank you"
dan< Mara says to Ann, "You are welcome. Tell people you heard it here."
