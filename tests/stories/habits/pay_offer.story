# Coins are a present to one of the town's own people, who perceives it, unless they pay for what was offered. A model is not asked about it.
player bob in town/square
assistant ann in town/square
  offer (id: "ale", what: "a mug of ale for 2 coins", when: [Coins(2)], unless: "Come back with 2 coins.", does: Trade(price: 2, gives: ["mug"]))
bob> say an ale
ann! offer {"id": "ale"}
ann! noop
bob<...
bob< Ann offers you a mug of ale for 2 coins. Type accept or decline.
bob> pay ann 2
bob< You give Ann 2 coins for a mug of ale.
bob> pay ann 3
bob< You give Ann 3 coins.
bob> say that is for you
ann! say {"text": "How kind."}
bob< You say, "that is for you"
bob< Ann says, "How kind."
ann? contains "3 coins"
bob> inventory
bob< You carry a mug of ale.
bob< In your purse: 5 coins.
