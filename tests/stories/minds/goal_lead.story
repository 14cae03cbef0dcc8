# Whoever can help with a goal is asked, once a day, when nobody speaks; who has helped and who cannot is not, and
# where a model speaks it words what the author wrote.
machine only
player bob in town/inn
player cyd in town/inn
assistant ann in town/square
  offer (id: "ale", what: "an ale for 2 coins", unless: "No.", does: Trade(price: 2, gives: ["mug"]), asks: ["ale"], says: ["Here."])
  moment pursues: {speaker}. {rumour}
  goal (name: "mugs", text: "sell three mugs", needs: (on: [Accepted("ale")], count: Visitors(3)), asks: ["Three mugs I want to sell, and {count} are sold."], asks_if: [Coins(2)])
bob> south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann.
wait 20s
bob<-
ann! say {"text": "Three mugs I want to sell, Bob, and none are sold."}
wait 60s
bob< Ann says, "Three mugs I want to sell, Bob, and none are sold."
ann? contains "Three mugs I want to sell, and none are sold."
bob> north
wait 600s
bob> south
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Cyd.
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann.
wait 300s
bob> say ann, an ale
ann! offer {"id": "ale"}
ann! say {"text": "Here you are."}
bob> accept
bob< You say, "ann, an ale"
bob< Ann offers you an ale for 2 coins. Type accept or decline.
bob< Ann says, "Here you are."
bob< You give Ann 2 coins for a mug of ale.
bob> north
cyd> south
cyd< Bob leaves south.
cyd< Bob arrives from the south.
cyd< Bob leaves south.
cyd< Bob arrives from the south.
cyd< The Square
cyd< A square with a well.
cyd< Exits: north.
cyd< You see a red apple, a green apple, a pear, a stone statue.
cyd< Here: Ann.
ann! say {"text": "I have sold one mug of three."}
wait 150s
cyd< Ann says, "I have sold one mug of three."
restart
cyd> north
wait 7200s
cyd> south
cyd< The Inn
cyd< A warm room.
cyd< Exits: south, up, east (shut: the cellar door).
cyd< Here: Bob.
cyd< The Square
cyd< A square with a well.
cyd< Exits: north.
cyd< You see a green apple, a pear, a red apple, a stone statue.
cyd< Here: Ann.
wait 300s
wait 86400s
cyd> north
cyd> south
cyd< The Inn
cyd< A warm room.
cyd< Exits: south, up, east (shut: the cellar door).
cyd< Here: Bob.
cyd< The Square
cyd< A square with a well.
cyd< Exits: north.
cyd< You see a green apple, a pear, a red apple, a stone statue.
cyd< Here: Ann.
ann! say {"text": "Still two to go."}
wait 61s
cyd< Ann says, "Still two to go."
