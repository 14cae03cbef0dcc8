# A question that would fill most of a small context is compacted before it is asked, which the record says.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
  knows The square was paved with the stones of the old wall, of which one tower stands, and in the tower lives an owl that nobody has seen, though all have heard it at night.
  knows The fair comes in autumn with horses and with a wheel on which one rides, and whoever rides it must not look down or they have to buy everybody an ale.
wiz> @npc set ann context 1024
wiz< context of ann is 1024 now.
bob> say ann, I saw a long cart with a great many barrels of salted herring from the coast come over the bridge this morning
ann! say {"text": "A long cart, with barrels of herring from the coast, over the bridge: that is what you saw this morning, and I have not seen it myself."}
bob< You say, "ann, I saw a long cart with a great many barrels of salted herring from the coast come over the bridge this morning"
bob< Ann says, "A long cart, with barrels of herring from the coast, over the bridge: that is what you saw this morning, and I have not seen it myself."
bob> say ann, and behind it went a man with a drum, a woman with a goose under each arm, and eleven children in a row by size
ann! say {"text": "A man with a drum, a woman with geese, and eleven children in a row; it must have been a fair that came along behind the barrels."}
bob< You say, "ann, and behind it went a man with a drum, a woman with a goose under each arm, and eleven children in a row by size"
bob< Ann says, "A man with a drum, a woman with geese, and eleven children in a row; it must have been a fair that came along behind the barrels."
bob> say ann, they sang of a king who lost his crown in a well and of the frog that wore it until the well ran dry in summer
ann! say {"text": "I know that song of the king and the frog; my mother sang it when the well behind our own house ran dry in the summer."}
bob< You say, "ann, they sang of a king who lost his crown in a well and of the frog that wore it until the well ran dry in summer"
bob< Ann says, "I know that song of the king and the frog; my mother sang it when the well behind our own house ran dry in the summer."
bob> say ann, what did I see first?
ann! say {"text": "A cart of herring."}
bob< You ask, "ann, what did I see first?"
bob< Ann says, "A cart of herring."
wiz> why ann
wiz<...
wiz<* *asks the model (question 1)*; compacted to the newest lines*
