# What is asked for in a whisper is offered so that nobody else sees it.
player bob in town/square
player cyd in town/square
assistant ann in town/square
  offer (id: "ale", what: "a mug of ale for 2 coins", when: [Coins(2)], unless: "Come back with 2 coins.", does: Trade(price: 2, gives: ["mug"]))
bob> whisper ann An ale, please.
ann! offer {"id": "ale"}
ann! whisper {"to": "bob", "text": "Hush."}
bob< You whisper to Ann, "An ale, please."
bob< Ann offers you a mug of ale for 2 coins. Type accept or decline.
bob< Ann whispers to you, "Hush."
cyd<-
bob> say to ann An ale, please.
ann! offer {"id": "ale"}
ann! say {"text": "Well."}
bob< You say to Ann, "An ale, please."
bob< Ann offers you a mug of ale for 2 coins. Type accept or decline.
bob< Ann says, "Well."
cyd< Bob says to Ann, "An ale, please."
cyd< Ann offers Bob a mug of ale for 2 coins.
cyd< Ann says, "Well."
