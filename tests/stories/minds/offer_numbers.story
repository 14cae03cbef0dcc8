# What one character offers is told apart by words or by numbers; of five
# offers the oldest lapses.
player bob in town/square
assistant ann in town/square
  offer (id: "ale", what: "a mug of ale", unless: "No.", does: Trade(price: 1, gives: ["mug"]))
  offer (id: "pear", what: "a pear", unless: "No.", does: Trade(price: 1, gives: ["pear"]))
  offer (id: "red", what: "a red apple", unless: "No.", does: Trade(price: 1, gives: ["red-apple"]))
  offer (id: "green", what: "a green apple", unless: "No.", does: Trade(price: 1, gives: ["green-apple"]))
  offer (id: "tour", what: "a walk to the attic", unless: "No.", does: Escort(to: "town/attic"))
bob> say ale or pear?
ann! offer {"id": "ale"}
ann! offer {"id": "pear"}
ann! noop
bob< You ask, "ale or pear?"
bob< Ann offers you a mug of ale. Type accept or decline.
bob< Ann offers you a pear. Type accept 2 or decline 2.
bob> accept
bob< Ann offers you a mug of ale (1), and Ann offers you a pear (2). Type accept 1 or accept 2.
bob> say and what else?
ann! offer {"id": "red"}
ann! offer {"id": "green"}
ann! offer {"id": "tour"}
ann! noop
bob< You ask, "and what else?"
bob< Ann offers you a red apple. Type accept 3 or decline 3.
bob< Ann offers you a green apple. Type accept 4 or decline 4.
bob< Ann does not offer you a mug of ale any more: only 4 offers stand at once.
bob< Ann offers you a walk to the attic. Type accept 5 or decline 5.
bob> accept ale
bob< Nobody offers you "ale". Ann offers you a pear (2), Ann offers you a red apple (3), Ann offers you a green apple (4), and Ann offers you a walk to the attic (5). Type accept 2, accept 3, accept 4 or accept 5.
bob> accept apple
bob< Ann offers you a red apple (3), and Ann offers you a green apple (4). Type accept 3 or accept 4.
bob> accept 4
bob< You give Ann 1 coin for a green apple.
bob> accept 4
bob< Nobody offers you "4". Ann offers you a pear (2), Ann offers you a red apple (3), and Ann offers you a walk to the attic (5). Type accept 2, accept 3 or accept 5.
bob> accept pear
bob< You give Ann 1 coin for a pear.
bob> inventory
bob< You carry a green apple, a pear.
bob< In your purse: 8 coins.
