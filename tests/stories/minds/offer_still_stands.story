# An offer that ran out is mentioned once to whoever let it run out, and not to whoever declined it.
machine only
player bob in town/square
player cyd in town/square
assistant ann in town/square scripted
  offer (id: "ale", what: "a mug of ale", unless: "No.", asks: ["an ale"], says: ["There."], does: Trade(gives: ["mug"]))
  moment still-stands: {rumour} It still stands, {speaker}.
bob> say ann, an ale
bob< You say to Ann, "ann, an ale"
bob< Ann offers you a mug of ale. Type accept or decline.
bob< Ann says to you, "There."
cyd< Bob says to Ann, "ann, an ale"
cyd< Ann offers Bob a mug of ale.
cyd< Ann says to Bob, "There."
cyd> say ann, an ale
bob< Cyd says to Ann, "ann, an ale"
bob< Ann offers Cyd a mug of ale.
bob< Ann says to Cyd, "There."
cyd< You say to Ann, "ann, an ale"
cyd< Ann offers you a mug of ale. Type accept or decline.
cyd< Ann says to you, "There."
cyd> decline
bob< Cyd declines what Ann offers.
cyd< You decline what Ann offers.
wait 300s
bob< Ann says to you, "You have not answered me about a mug of ale. It still stands, Bob."
cyd< Ann says to Bob, "You have not answered me about a mug of ale. It still stands, Bob."
wait 300s
wait 1200s
