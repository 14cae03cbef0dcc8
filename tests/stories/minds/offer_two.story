# Two offers stand side by side: which of them is meant is asked, never guessed.
player bob in town/square
assistant ann in town/square
  offer (id: "ale", what: "a mug of ale for 2 coins", when: [Coins(2)], unless: "Come back with 2 coins.", does: Trade(price: 2, gives: ["mug"]))
assistant ben in town/square
  offer (id: "pear", what: "a pear for 1 coin", when: [Coins(1)], unless: "Come back with a coin.", does: Trade(price: 1, gives: ["pear"]))
bob> say to ann An ale, please.
ann! offer {"id": "ale"}
ann! noop
bob< You say to Ann, "An ale, please."
bob< Ann offers you a mug of ale for 2 coins. Type accept or decline.
bob> say to ben A pear, please.
ben! offer {"id": "pear"}
ben! noop
bob< You say to Ben, "A pear, please."
bob< Ben offers you a pear for 1 coin. Type accept ben or decline ben.
bob> accept
bob< Ann offers you a mug of ale for 2 coins, and Ben offers you a pear for 1 coin. Type accept ann or accept ben.
bob> accept spoon
bob< Nobody offers you "spoon". Ann offers you a mug of ale for 2 coins, and Ben offers you a pear for 1 coin. Type accept ann or accept ben.
bob> accept ben
bob< You give Ben 1 coin for a pear.
bob> accept
bob< You give Ann 2 coins for a mug of ale.
bob> inventory
bob< You carry a pear, a mug of ale.
bob< In your purse: 7 coins.
bob> say to ann Another ale, please.
ann! offer {"id": "ale"}
ann! noop
bob< You say to Ann, "Another ale, please."
bob< Ann offers you a mug of ale for 2 coins. Type accept or decline.
bob> say to ben Another pear, please.
ben! offer {"id": "pear"}
ben! noop
bob< You say to Ben, "Another pear, please."
bob< Ben offers you a pear for 1 coin. Type accept ben or decline ben.
bob> decline
bob< Ann offers you a mug of ale for 2 coins, and Ben offers you a pear for 1 coin. Type decline ann or decline ben.
bob> decline ale
bob< You decline what Ann offers.
bob> accept
bob< You give Ben 1 coin for a pear.
