# A talk with Mara.
world content
machine only
hour 12
player visitor in town/inn
wait 10s
visitor> say to mara hello
visitor< You say to Mara, "hello"
visitor< Mara asks, "There is a bench by the fire that wants somebody, Visitor. I am Mara. What do you like to drink?"
wait 10s
visitor> say to mara plum brandy, please
visitor< You say to Mara, "plum brandy, please"
visitor< Mara says, "So it is plum brandy. It is in my head now, and nothing gets out of there."
player ann in town/inn
visitor< Ann wakes up and looks around.
visitor< Mara says to Ann, "Another pair of feet to warm! Sit where you like, Ann. To see what is hot, say: mara, the menu please."
wait 10s
visitor> say to mara an ale please
visitor< You say to Mara, "an ale please"
ann< Visitor says to Mara, "an ale please"
visitor< Mara offers you a mug of ale for 2 coins. Type accept or decline.
ann< Mara offers Visitor a mug of ale for 2 coins.
visitor< Mara draws a mug.
ann< Mara draws a mug.
visitor< Mara says to you, "Brown ale, two coins."
ann< Mara says to Visitor, "Brown ale, two coins."
wait 10s
visitor> accept
visitor< You give Mara 2 coins for a mug of ale.
ann< Visitor gives Mara 2 coins for a mug of ale.
wait 10s
ann> say to mara what is the old gate?
visitor< Ann asks Mara, "what is the old gate?"
ann< You ask Mara, "what is the old gate?"
visitor< Mara says to Ann, "North of the square, my dear, with Bram before it. Pushing is no use; a brass ear is, and I have those, for a spoon of mine."
ann< Mara says to you, "North of the square, my dear, with Bram before it. Pushing is no use; a brass ear is, and I have those, for a spoon of mine."
wait 3550s
visitor< Mara wipes the nearest table.
ann< Mara wipes the nearest table.
visitor< Mara says to Ann, "Ask me something, Ann, or I shall begin. There is Pip, for one."
ann< Mara says to you, "Ask me something, Ann, or I shall begin. There is Pip, for one."
visitor< Mara says to Ann, "My dear. There is an old barrel that I want empty before it turns. Mugs left in it: seven; two coins each, and the company is free."
ann< Mara says to you, "My dear. There is an old barrel that I want empty before it turns. Mugs left in it: seven; two coins each, and the company is free."
visitor< Mara says to you, "You are Visitor, who gave me 2 coins for a mug of ale a few minutes ago. I have told it twice, and only once better than it was."
ann< Mara says to Visitor, "You are Visitor, who gave me 2 coins for a mug of ale a few minutes ago. I have told it twice, and only once better than it was."
wait 10s
ann> say to mara good evening
visitor< Ann says to Mara, "good evening"
ann< You say to Mara, "good evening"
visitor< Mara pulls out a chair with her foot.
ann< Mara pulls out a chair with her foot.
visitor< Mara says to Ann, "Good day to you, my dear."
ann< Mara says to you, "Good day to you, my dear."
visitor> quit
visitor< All is saved. Sleep well; we are glad whenever you come back.
ann< Visitor falls asleep and is gone.
ann> quit
ann< All is saved. Sleep well; we are glad whenever you come back.
back visitor
wait 10s
visitor> say to mara do you remember me?
visitor< You ask Mara, "do you remember me?"
visitor< Mara says, "Remember you? You are Visitor, who likes plum brandy. I could pick you out in the dark."
