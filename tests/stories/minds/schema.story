# A model that answers by a schema: words, a pose, and an act that is offered in this turn.
machine only
model Schema All
player bob in town/square
assistant ann in town/square
  offer (id: "ale", what: "a mug of ale for 2 coins", when: [Coins(2)], does: Trade(price: 2, gives: ["mug"]))
bob> say to ann what is there for somebody with a dry throat?
ann! emote {"text": "shows two fingers."} & say {"text": "Ale."} & offer {"id": "ale"}
ann? contains "Reply as JSON"
bob< You ask Ann, "what is there for somebody with a dry throat?"
bob< Ann shows two fingers.
bob< Ann says, "Ale."
bob< Ann offers you a mug of ale for 2 coins. Type accept or decline.
bob> say to ann and what do you think of me?
ann! feel {"regard": 30} & say {"text": "Much."}
bob< You ask Ann, "and what do you think of me?"
bob< Ann says, "Much."
