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
bob<
wait 20s
bob<-
ann! say {"text": "Three mugs I want to sell, Bob, and none are sold."}
wait 15s
bob<
ann? contains "Three mugs I want to sell, and none are sold."
bob> north
wait 600s
bob> south
bob<
wait 300s
bob<-
bob> say ann, an ale
ann! offer {"id": "ale"}
ann! say {"text": "Here you are."}
bob> accept
bob<
bob> north
cyd> south
cyd<
ann! say {"text": "I have sold one mug of three."}
wait 31s
cyd<
restart
cyd> north
wait 7200s
cyd> south
cyd<
wait 300s
cyd<-
wait 86400s
cyd> north
cyd> south
cyd<
ann! say {"text": "Still two to go."}
wait 40s
cyd<
