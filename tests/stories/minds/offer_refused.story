# An offer whose condition does not hold is refused by the game, whatever the
# model wants; and one may decline.
player bob in town/square
assistant ann in town/square
  offer (id: "gem", what: "a mug for 50 coins", when: [Coins(50)], unless: "Come back with 50 coins.", does: Trade(price: 50, gives: ["mug"]))
  offer (id: "ale", what: "a mug of ale", unless: "No.", does: Trade(gives: ["mug"]))
bob> say a gem, please
ann! offer {"id": "gem"}
ann! say {"text": "You cannot pay for it."}
bob< You say, "a gem, please"
bob< Ann says, "You cannot pay for it."
ann? contains "Come back with 50 coins."
bob> accept
bob< Nobody has offered you anything just now. To answer somebody, type say yes or say no.
bob> say an ale then
ann! offer {"id": "ale"}
ann! noop
bob< You say, "an ale then"
bob< Ann offers you a mug of ale. Type accept or decline.
bob> decline
bob< You decline what Ann offers.
bob> inventory
bob< You carry nothing.
bob< In your purse: 10 coins.
