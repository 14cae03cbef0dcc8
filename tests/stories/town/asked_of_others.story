# Questions about somebody else are answered by what is known of that one, in whatever form they are typed: by sight,
# by what they did, by what they promised, or by saying that nothing of it is known.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
player wilma in town/inn
wilma> whisper mara = I will bring you a basket of pears
wilma< You whisper to Mara, "I will bring you a basket of pears"
wilma< Mara whispers to you, "For me? Type give and its name, Wilma; words alone I cannot put into a pocket."
wait 10s
wilma> say to mara I will bring you a spoon
wilma< You say to Mara, "I will bring you a spoon"
wilma< Mara says to you, "One spoon from each guest, and I must see it in your hand."
wait 10s
bob> say to mara do you know Wilma?
bob< Wilma says to Mara, "I will bring you a spoon"
bob< Mara says to Wilma, "One spoon from each guest, and I must see it in your hand."
bob< You ask Mara, "do you know Wilma?"
bob< Mara says to you, "I know Wilma by sight, Bob, and that is as much as I would swear to."
wait 10s
bob> say to mara what do u think of wilma
bob< You say to Mara, "what do u think of wilma"
bob< Mara says to you, "Wilma has been here. Ask Wilma; that is always better than asking me."
wait 10s
bob> say to mara did Wilma keep her promise?
bob< You ask Mara, "did Wilma keep her promise?"
bob< Mara says to you, "Wilma said "I will bring you a spoon", just now, and it is open yet. I had it from the one who should know."
wait 10s
bob> say to mara how many spoons did Wilma bring
bob< You say to Mara, "how many spoons did Wilma bring"
bob< Mara says to you, "Wilma? That did not come over this bar, my dear."
wait 10s
bob> say to mara did wilma open the gate
bob< You say to Mara, "did wilma open the gate"
bob< Mara says to you, "Of Wilma that is new to me. Ask Wilma, and then tell me."
wait 10s
bob> say to mara where is wilma
bob< You say to Mara, "where is wilma"
bob< Mara says to you, "Wilma is here with us."
wait 10s
wilma> mara an ale please
wilma< Bob asks Mara, "do you know Wilma?"
wilma< Mara says to Bob, "I know Wilma by sight, Bob, and that is as much as I would swear to."
wilma< Bob says to Mara, "what do u think of wilma"
wilma< Mara says to Bob, "Wilma has been here. Ask Wilma; that is always better than asking me."
wilma< Bob asks Mara, "did Wilma keep her promise?"
wilma< Mara says to Bob, "Wilma said "I will bring you a spoon", just now, and it is open yet. I had it from the one who should know."
wilma< Bob says to Mara, "how many spoons did Wilma bring"
wilma< Mara says to Bob, "Wilma? That did not come over this bar, my dear."
wilma< Bob says to Mara, "did wilma open the gate"
wilma< Mara says to Bob, "Of Wilma that is new to me. Ask Wilma, and then tell me."
wilma< Bob says to Mara, "where is wilma"
wilma< Mara says to Bob, "Wilma is here with us."
wilma< You say to Mara, "an ale please"
wilma< Mara offers you a mug of ale for 2 coins. Type accept or decline.
wilma< Mara draws a mug.
wilma< Mara says to you, "Brown ale, two coins."
wait 10s
wilma> accept
wilma< You give Mara 2 coins for a mug of ale.
wait 10s
bob> say to mara what did wilma do
bob< Wilma says to Mara, "an ale please"
bob< Mara offers Wilma a mug of ale for 2 coins.
bob< Mara draws a mug.
bob< Mara says to Wilma, "Brown ale, two coins."
bob< Wilma gives Mara 2 coins for a mug of ale.
bob< You say to Mara, "what did wilma do"
bob< Mara says to you, "Wilma gave me 2 coins for a mug of ale at the Open Ear, just now. That is as much as I know of it."
wait 10s
bob> say to mara what did wilma say about me
bob< You say to Mara, "what did wilma say about me"
bob< Mara says to you, "Of Wilma I never heard that, my dear, and I hear most things."
wait 10s
