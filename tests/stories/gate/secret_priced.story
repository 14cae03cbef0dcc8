# A secret with a price waits for accept as anything that is sold, and is told when it is paid; its mark
# opens what comes next.
player bob in town/square
player cyd in town/square
assistant ann in town/square
  offer (id: "ring", what: "what she knows of the well, for 3 coins", unless: "Three coins, or the well keeps it.", again: Never, does: Tell(secret: ["There is a ring in the well."], price: 3, marks: ["knows-ring"]))
  offer (id: "rope", what: "a mug to draw water with", when: [Marked("knows-ring")], unless: "What for?", does: Trade(gives: ["mug"]))
assistant dan in town/square
bob> say ann, a mug?
ann! offer {"id": "rope"}
ann! say {"text": "No."}
bob< You ask Ann, "ann, a mug?"
bob< Ann says, "No."
ann? contains "What for?"
bob> say ann, what is in the well?
ann! offer {"id": "ring"}
ann! say {"text": "It has a price."}
bob< You ask Ann, "ann, what is in the well?"
bob< Ann offers you what she knows of the well, for 3 coins. Type accept or decline.
bob< Ann says, "It has a price."
ann? lacks "There is a ring"
bob> accept
bob< You give Ann 3 coins.
bob< Ann whispers to you, "There is a ring in the well."
cyd< Bob asks Ann, "ann, a mug?"
cyd< Ann says, "No."
cyd< Bob asks Ann, "ann, what is in the well?"
cyd< Ann offers Bob what she knows of the well, for 3 coins.
cyd< Ann says, "It has a price."
cyd< Bob gives Ann 3 coins.
bob> inventory
bob< You carry nothing.
bob< In your purse: 7 coins.
bob> say ann, again?
ann! offer {"id": "ring"}
ann! say {"text": "Once is enough."}
ann? contains "You have had that; it is for once."
ann? lacks "There is a ring"
bob< You ask Ann, "ann, again?"
bob< Ann says, "Once is enough."
bob> say ann, a mug now?
ann! offer {"id": "rope"}
ann! say {"text": "Draw gently."}
bob< You ask Ann, "ann, a mug now?"
bob< Ann offers you a mug to draw water with. Type accept or decline.
bob< Ann says, "Draw gently."
bob> accept
bob< You get a mug of ale from Ann.
# Coins that are handed over pay for it.
cyd> whisper ann And the well?
ann! offer {"id": "ring"}
ann! whisper {"to": "cyd", "text": "Three coins."}
cyd< Bob asks Ann, "ann, again?"
cyd< Ann says, "Once is enough."
cyd< Bob asks Ann, "ann, a mug now?"
cyd< Ann offers Bob a mug to draw water with.
cyd< Ann says, "Draw gently."
cyd< Bob gets a mug of ale from Ann.
cyd< You whisper to Ann, "And the well?"
cyd< Ann offers you what she knows of the well, for 3 coins. Type accept or decline.
cyd< Ann whispers to you, "Three coins."
cyd> pay ann 3
cyd< You give Ann 3 coins.
cyd< Ann whispers to you, "There is a ring in the well."
bob< Cyd gives Ann 3 coins.
# Another of the town's own people is told nothing that people have to earn.
cyd> say dan, ask ann of the well
dan! say {"text": "Ann, what is in the well?"}
ann! offer {"id": "ring"}
ann! say {"text": "Ask me not."}
cyd< You say to Dan, "dan, ask ann of the well"
cyd< Dan asks Ann, "Ann, what is in the well?"
cyd< Ann says, "Ask me not."
ann? contains "or the well keeps it"
