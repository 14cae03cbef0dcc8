# Staff see what a character wants and set goals for it; what the game counts, nobody else completes, and
# without a model a goal is split where semicolons stand in it.
machine only
staff wiz in town/inn
player bob in town/square
assistant ann in town/square scripted
  offer (id: "mug", what: "a mug", unless: "No.", does: Trade(gives: ["mug"]), asks: ["mug"], says: ["Here."])
  goal (name: "mugs", text: "give two mugs away", priority: 7, needs: (on: [Accepted("mug")], count: Visitors(2)))
wiz> @npc goals ann
wiz<
wiz> @npc goals ann add priority=9 mend the roof; sweep the yard; oil the gate
wiz<
wiz> @npc goals ann decompose 2
wiz<
wiz> @npc goals ann add part=2 offer=mug be thanked with a mug
wiz<
wiz> @npc goals ann add part=2 offer=hat be thanked with a hat
wiz<
wiz> @npc goals ann done 1
wiz<
wiz> @npc goals ann done 6
wiz<
wiz> @npc goals ann done 2
wiz<
wiz> @npc goals ann done 3
wiz<
wiz> @npc goals ann set 4 priority=3 sweep the whole yard
wiz<
wiz> @npc goals ann set 1 give all mugs away
wiz<
restart
wiz> @npc goals ann drop 6
wiz<
wiz> @npc goals ann done 4
wiz<
wiz> @npc goals ann done 5
wiz<
wiz> @npc goals ann open 2
wiz<
wiz> aigoal ann drop 2
wiz<
wiz> @npc goals ann decompose 2
wiz<
wiz> @npc goals ann add part=1 find a mug
wiz<
wiz> @npc goals ann decompose 7
wiz<
wiz> @npc goals ann fly 3
wiz<
wiz> @npc goals ann done 99
wiz<
bob> @npc goals ann
bob<
wiz> audit ann
wiz<...
