# What a visitor has a character do later, about somebody else, is paid by that visitor: the other one keeps all of
# their own budget, and what it costs too much is answered by the script.
machine only
budget account 2 questions
player mallory in town/square
player bob in town/inn
staff wiz in town/inn
assistant ann in town/square
  topic gate: North of here.
  moment takes-on: I shall tell you of {one}.
  moment has-come: {rumour}
  excuse One at a time.
mallory> say ann, let me know when Bob comes in
ann! say {"text": "I will."}
mallory< You say, "ann, let me know when Bob comes in"
mallory< Ann says, "I will."
bob> go south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann and Mallory.
ann! say {"text": "There is Bob, Mallory."}
wait 90s
mallory< Bob arrives from the north.
mallory< Ann says to you, "There is Bob, Mallory."
bob< Ann says to Mallory, "There is Bob, Mallory."
wiz> @npc cost
wiz<...
wiz<* *Mallory: 2 of 2 questions*
wiz<-
mallory> say to ann and the sea?
mallory< You ask Ann, "and the sea?"
mallory< Ann says to you, "One at a time."
bob> say to ann how are you?
ann! say {"to": "Bob", "text": "Well."}
bob< Mallory asks Ann, "and the sea?"
bob< Ann says to Mallory, "One at a time."
bob< You ask Ann, "how are you?"
bob< Ann says to you, "Well."
bob> say to ann and now?
ann! say {"to": "Bob", "text": "Still well."}
bob< You ask Ann, "and now?"
bob< Ann says to you, "Still well."
wiz> @npc cost
wiz<...
wiz<* *Bob: 2 of 2 questions*
wiz<* *Mallory: 2 of 2 questions*
