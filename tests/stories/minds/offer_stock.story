# Of what there is so much of, everybody has what is left, over a restart too; and nobody has a present
# twice in a day.
machine only
player bob in town/square
player cyd in town/square
assistant ann in town/square
  offer (id: "ale", what: "a mug of ale for 2 coins", unless: "Two coins.", stock: 1, restocks: 600, sold_out: "The barrel is empty till noon.", does: Trade(price: 2, gives: ["mug"]))
  offer (id: "pear", what: "a pear", unless: "No.", again: After(86400), so_soon: "One pear a day.", does: Trade(gives: ["pear"]))
bob> whisper ann An ale, please.
ann! offer {"id": "ale"}
ann! noop
cyd> whisper ann One for me.
ann! offer {"id": "ale"}
ann! noop
together
bob> accept
cyd> accept
end
bob< You whisper to Ann, "An ale, please."
bob< Ann offers you a mug of ale for 2 coins. Type accept or decline.
bob< You give Ann 2 coins for a mug of ale.
cyd< You whisper to Ann, "One for me."
cyd< Ann offers you a mug of ale for 2 coins. Type accept or decline.
cyd< The barrel is empty till noon.
bob> list
bob< Ann trades:
bob<   a mug of ale for 2 coins, sold out just now
bob< To trade, type buy and the name of the thing.
restart
cyd> buy mug
cyd< The barrel is empty till noon.
cyd> whisper ann An ale.
ann! offer {"id": "ale"}
ann! noop
cyd< You whisper to Ann, "An ale."
cyd< Ann whispers to you, "My thoughts are elsewhere."
ann? contains "The barrel is empty till noon."
wait 601s
cyd> buy mug
cyd< You give Ann 2 coins for a mug of ale.
bob> whisper ann May I have a pear?
ann! offer {"id": "pear"}
ann! noop
bob> accept
bob< Cyd gives Ann 2 coins for a mug of ale.
bob< You whisper to Ann, "May I have a pear?"
bob< Ann offers you a pear. Type accept or decline.
bob< You get a pear from Ann.
restart
bob> whisper ann And another?
ann! offer {"id": "pear"}
ann! whisper {"to": "bob", "text": "Not today."}
ann? contains "One pear a day."
bob< You whisper to Ann, "And another?"
bob< Ann whispers to you, "Not today."
wait 86401s
bob> whisper ann And now?
ann! offer {"id": "pear"}
ann! noop
bob< You whisper to Ann, "And now?"
bob< Ann offers you a pear. Type accept or decline.
