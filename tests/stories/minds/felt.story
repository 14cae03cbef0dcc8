# What deeds do to regard and mood stands in the next question to a model, and in the conditions of offers.
player bob in town/square
assistant ann in town/square
  offer (id: "sell-mug", what: "a mug of ale for 1 coin", when: [Regard(45)], unless: "Not for strangers.", does: Trade(price: 1, gives: ["mug"]))
  on Gift: [Regard(+25), Mood(+40), Say(["Oh! Thank you."])]
bob> say a mug, please
ann! offer {"id": "sell-mug"}
ann! say {"text": "Not yet."}
bob< You say, "a mug, please"
bob< Ann says, "Not yet."
ann? lacks "is_to_you"
ann? lacks "you_feel"
bob> list
bob< Ann trades:
bob<   a mug of ale for 1 coin
bob< To trade, type buy and the name of the thing.
bob> give 1 coin to ann
bob< You give Ann 1 coin.
bob< Ann says, "Oh! Thank you."
bob> say a mug, please
ann! offer {"id": "sell-mug"} & say {"text": "For you, yes."}
bob< You say, "a mug, please"
bob< Ann offers you a mug of ale for 1 coin. Type accept or decline.
bob< Ann says, "For you, yes."
ann? contains "companion"
ann? contains "cheerful"
