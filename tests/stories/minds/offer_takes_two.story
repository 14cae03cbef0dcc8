# What takes two things of a kind is not had for one.
player bob in town/square
assistant ann in town/square
  offer (id: "ale", what: "a mug of ale", unless: "No.", does: Trade(gives: ["mug"]))
  offer (id: "swap", what: "5 coins for two mugs", unless: "Two mugs, I said.", does: Trade(takes: ["mug", "mug"], pays: 5))
bob> say an ale
ann! offer {"id": "ale"}
ann! noop
bob< You say, "an ale"
bob< Ann offers you a mug of ale. Type accept or decline.
bob> accept
bob< You get a mug of ale from Ann.
bob> say buy my mug
ann! offer {"id": "swap"}
ann! say {"text": "One is not two."}
bob< You say, "buy my mug"
bob< Ann says, "One is not two."
ann? contains "Two mugs, I said."
bob> say another ale
ann! offer {"id": "ale"}
ann! noop
bob< You say, "another ale"
bob< Ann offers you a mug of ale. Type accept or decline.
bob> accept
bob< You get a mug of ale from Ann.
bob> say buy my mugs
ann! offer {"id": "swap"}
ann! noop
bob< You say, "buy my mugs"
bob< Ann offers you 5 coins for two mugs. Type accept or decline.
bob> accept
bob< You give Ann a mug of ale and a mug of ale for 5 coins.
bob> inventory
bob< You carry nothing.
bob< In your purse: 15 coins.
