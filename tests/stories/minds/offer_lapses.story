# An offer stands for two minutes, and what is typed for it afterwards is not
# taken for an answer to a newer one.
machine only
player bob in town/square
assistant ann in town/square
  offer (id: "ale", what: "a mug of ale", unless: "No.", does: Trade(gives: ["mug"]))
assistant ben in town/square
  offer (id: "pear", what: "a pear", unless: "No.", does: Trade(gives: ["pear"]))
bob> say to ann An ale, please.
ann! offer {"id": "ale"}
ann! noop
bob< You say to Ann, "An ale, please."
bob< Ann offers you a mug of ale. Type accept or decline.
wait 119s
bob> say to ben A pear, please.
ben! offer {"id": "pear"}
ben! noop
bob< You say to Ben, "A pear, please."
bob< Ben offers you a pear. Type accept ben or decline ben.
wait 2s
bob> accept
bob< Ann does not offer you a mug of ale any more. Ben offers you a pear. Type accept ben.
bob> accept
bob< You get a pear from Ben.
bob> say to ann An ale, please.
ann! offer {"id": "ale"}
ann! noop
bob< You say to Ann, "An ale, please."
bob< Ann offers you a mug of ale. Type accept or decline.
wait 121s
bob> accept
bob< Ann does not offer you a mug of ale any more. Ask again.
bob> accept
bob< Nobody has offered you anything just now. To answer somebody, type say yes or say no.
