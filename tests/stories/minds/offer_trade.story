# A trade moves coins one way and the thing the other, once it is accepted.
over sockets
player bob in town/square
player carol in town/square
assistant ann in town/square
  offer (id: "ale", what: "a mug of ale for 2 coins", when: [Coins(2)], unless: "Come back with 2 coins.", does: Trade(price: 2, gives: ["mug"]))
bob> say @ann an ale, please
ann! offer {"id": "ale"}
ann! say {"text": "Here you are, if you want it."}
bob< You say to Ann, "@ann an ale, please"
bob< Ann offers you a mug of ale for 2 coins. Type accept or decline.
bob< Ann says, "Here you are, if you want it."
carol< Bob says to Ann, "@ann an ale, please"
carol< Ann offers Bob a mug of ale for 2 coins.
carol< Ann says, "Here you are, if you want it."
bob> accept
bob< You give Ann 2 coins for a mug of ale.
carol< Bob gives Ann 2 coins for a mug of ale.
bob> inventory
bob< You carry a mug of ale.
bob< In your purse: 8 coins.
bob> accept
bob< Nobody has offered you anything just now. To answer somebody, type say yes or say no.
