# Whoever has themselves forgotten is no name in what a goal counted, and counts all the same; what a member of the staff set
# goes with them.
machine only
staff wiz in town/inn
staff olga in town/inn
player bob in town/square
assistant ann in town/square scripted
  offer (id: "mug", what: "a mug", unless: "No.", does: Trade(gives: ["mug"]), asks: ["mug"], says: ["Here."])
  goal (name: "mugs", text: "give two mugs away", needs: (on: [Accepted("mug")], count: Visitors(2)))
bob> say ann, a mug
bob> accept
bob<
wiz> @npc goals ann add mend the net
olga> @npc goals ann
olga<
bob> forget me
bob<
wiz> forget me
wiz<
restart
olga> @npc goals ann
olga<
