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
bob< You say, "ann, a mug"
bob< Ann offers you a mug. Type accept or decline.
bob< Ann says, "Here."
bob< You get a mug of ale from Ann.
wiz> @npc goals ann add mend the net
olga> @npc goals ann
olga< What Ann wants
olga<   1. give two mugs away (open, priority 5, 1 of 2, by the game, version 2)
olga<   2. mend the net (open, priority 5, version 1)
bob> forget me
bob< Ann forgets you. No goal of theirs names you any more.
wiz> forget me
wiz< What Ann wants
wiz<   1. give two mugs away (open, priority 5, 1 of 2, by the game, version 2)
wiz<   2. mend the net (open, priority 5, version 1)
wiz< No goal of theirs names you any more.
restart
olga> @npc goals ann
olga< What Ann wants
olga<   1. give two mugs away (open, priority 5, 1 of 2, by the game, version 2)
