# What takes more than coins is offered first; two who sell the same are asked about.
player bob in town/square
assistant ann in town/square
  offer (id: "ale", what: "a mug of ale for 2 coins", when: [Coins(2)], unless: "Come back with 2 coins.", does: Trade(price: 2, gives: ["mug"]))
  offer (id: "swap", what: "a green apple for a pear", unless: "Bring me a pear.", does: Trade(takes: ["pear"], gives: ["green-apple"]))
  offer (id: "two", what: "5 coins for two mugs", unless: "Two mugs, I said.", does: Trade(takes: ["mug", "mug"], pays: 5))
  offer (id: "gift", what: "a red apple", unless: "No.", does: Trade(gives: ["red-apple"]))
  offer (id: "secret", what: "a pear for 1 coin", unless: "No.", does: Trade(price: 1, gives: ["pear"]), listed: false)
assistant dan in town/square
  offer (id: "ale", what: "a mug of ale for 3 coins", when: [Coins(3)], unless: "It is 3.", does: Trade(price: 3, gives: ["mug"]))
bob> list
bob< Ann trades:
bob<   a mug of ale for 2 coins
bob<   takes a pear and gives a green apple
bob<   takes a mug of ale and a mug of ale and gives 5 coins
bob< Dan trades:
bob<   a mug of ale for 3 coins
bob< To trade, type buy or sell and the name of the thing.
bob> list dan
bob< Dan trades:
bob<   a mug of ale for 3 coins
bob< To trade, type buy and the name of the thing.
bob> list bob
bob< Nobody called "bob" is here.
bob> buy ale
bob< Ann and Dan both sell that: type buy ale from Ann
bob> buy ale from ann
bob< You give Ann 2 coins for a mug of ale.
bob> order 2 mugs from dan
bob< You give Dan 3 coins for a mug of ale.
bob< You give Dan 3 coins for a mug of ale.
bob> buy ale
bob< You give Ann 2 coins for a mug of ale.
bob> buy ale from dan
bob< It is 3.
bob> buy green apple
bob< Bring me a pear.
bob> get pear
bob< You take a pear.
bob> buy green apple
bob< Ann offers you a green apple for a pear. Type accept or decline.
bob> accept
bob< You give Ann a pear for a green apple.
bob> buy red apple
bob< Nobody here sells "red apple"; list shows what there is.
bob> buy pear
bob< Nobody here sells "pear"; list shows what there is.
bob> sell apple
bob< Nobody here buys that.
bob> sell mugs
bob< Ann offers you 5 coins for two mugs. Type accept or decline.
bob> accept
bob< You give Ann a mug of ale and a mug of ale for 5 coins.
bob> sell mug
bob< Ann offers you 5 coins for two mugs. Type accept or decline.
bob> sell moon
bob< You carry no "moon".
bob> inventory
bob< You carry a mug of ale (2), a green apple.
bob< In your purse: 5 coins.
