# Whoever is led can stop, by a word to the guide or by a command, and the guide goes home.
machine only
player bob in town/square
assistant ann in town/square
  offer (id: "tour", what: "a walk to the attic", unless: "No.", does: Escort(to: "town/attic"))
bob> say show me the attic
ann! offer {"id": "tour"}
ann! noop
bob< You say, "show me the attic"
bob< Ann offers you a walk to the attic. Type accept or decline.
bob> accept
bob< You nod, and off you go together.
bob> ann stop please
bob< You stay where you are, and Ann leads you no further.
wait 3s
bob<-
bob> stop
bob< You are not on your way anywhere, and follow nobody.
bob> say show me the attic
ann! offer {"id": "tour"}
ann! noop
bob< You say, "show me the attic"
bob< Ann offers you a walk to the attic. Type accept or decline.
bob> accept
bob< You nod, and off you go together.
wait 2s
bob<...
bob< Here: Ann.
bob> stop
bob< You stay where you are, and Ann leads you no further.
wait 60s
bob< Ann leaves south.
bob<-
