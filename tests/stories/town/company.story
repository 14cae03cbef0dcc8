# Three in one room with Mara: each calls her, and each is answered.
world content
player ann in town/inn
player bob in town/inn
player dan in town/inn
ann> say mara, what do you serve?
ann< You ask Mara, "mara, what do you serve?"
ann< Mara asks you, "Hm. Say it again by the fire, when it has warmed up. Would you like a pie meanwhile, or the news?"
bob< Ann asks Mara, "mara, what do you serve?"
bob< Mara asks Ann, "Hm. Say it again by the fire, when it has warmed up. Would you like a pie meanwhile, or the news?"
dan< Ann asks Mara, "mara, what do you serve?"
dan< Mara asks Ann, "Hm. Say it again by the fire, when it has warmed up. Would you like a pie meanwhile, or the news?"
bob> say what happened to your spoons mara
bob< You say to Mara, "what happened to your spoons mara"
bob< Mara says to you, "Twelve month spoons I had from my grandmother, Bob, and eight are gone. It was no guest: look in the rack what was left in the place for June. Bring me back one, tell me that you found it, and you shall have five coins and a brass ear."
ann< Bob says to Mara, "what happened to your spoons mara"
ann< Mara says to Bob, "Twelve month spoons I had from my grandmother, Bob, and eight are gone. It was no guest: look in the rack what was left in the place for June. Bring me back one, tell me that you found it, and you shall have five coins and a brass ear."
dan< Bob says to Mara, "what happened to your spoons mara"
dan< Mara says to Bob, "Twelve month spoons I had from my grandmother, Bob, and eight are gone. It was no guest: look in the rack what was left in the place for June. Bring me back one, tell me that you found it, and you shall have five coins and a brass ear."
dan> say I met Mara yesterday
dan< You say, "I met Mara yesterday"
ann< Dan says, "I met Mara yesterday"
bob< Dan says, "I met Mara yesterday"
dan> say hello
dan< You say to Mara, "hello"
dan< Mara asks you, "Come in, Dan, you are letting the rumours out. I am Mara. Tell me, what do you like to drink?"
ann< Dan says to Mara, "hello"
ann< Mara asks Dan, "Come in, Dan, you are letting the rumours out. I am Mara. Tell me, what do you like to drink?"
bob< Dan says to Mara, "hello"
bob< Mara asks Dan, "Come in, Dan, you are letting the rumours out. I am Mara. Tell me, what do you like to drink?"
ann> say thank you
ann< You say to Mara, "thank you"
ann< Mara says to you, "Any time, Ann."
bob< Ann says to Mara, "thank you"
bob< Mara says to Ann, "Any time, Ann."
dan< Ann says to Mara, "thank you"
dan< Mara says to Ann, "Any time, Ann."
