# What is offered changes hands face to face: from afar the mind is told so.
player bob in town/inn
assistant ann in town/square
  offer (id: "ale", what: "a mug of ale for 2 coins", when: [Coins(2)], unless: "Come back with 2 coins.", does: Trade(price: 2, gives: ["mug"]))
bob> page ann an ale, please
ann! offer {"id": "ale"}
ann! page {"to": "bob", "text": "Come to the square for it."}
bob< You page Ann, "an ale, please"
bob< Ann pages you, "Come to the square for it."
ann? contains "That can only be done face to face."
bob> accept
bob< Nobody has offered you anything just now. To answer somebody, type say yes or say no.
