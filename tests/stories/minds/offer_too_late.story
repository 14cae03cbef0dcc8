# What an offer takes must still be there when it is accepted.
player bob in town/square
assistant ann in town/square
  offer (id: "swap", what: "a mug of ale for your pear", when: [Carries("pear")], unless: "You have no pear any more.", does: Trade(takes: ["pear"], gives: ["mug"]))
bob> get pear
bob< You take a pear.
bob> say a swap?
ann! offer {"id": "swap"}
ann! noop
bob< You ask, "a swap?"
bob< Ann offers you a mug of ale for your pear. Type accept or decline.
bob> drop pear
bob< You put down a pear.
bob> accept
bob< You have no pear any more.
bob> get pear
bob< You take a pear.
bob> accept
bob< You give Ann a pear for a mug of ale.
bob> inventory
bob< You carry a mug of ale.
bob< In your purse: 10 coins.
