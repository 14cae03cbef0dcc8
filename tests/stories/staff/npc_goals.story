# Staff see what a character wants and set goals for it; what the game counts, nobody else completes, and
# without a model a goal is split where semicolons stand in it.
machine only
staff wiz in town/inn
player bob in town/square
assistant ann in town/square scripted
  offer (id: "mug", what: "a mug", unless: "No.", does: Trade(gives: ["mug"]), asks: ["mug"], says: ["Here."])
  goal (name: "mugs", text: "give two mugs away", priority: 7, needs: (on: [Accepted("mug")], count: Visitors(2)))
wiz> @npc goals ann
wiz< What Ann wants
wiz<   1. give two mugs away (open, priority 7, 0 of 2, by the game, version 1)
wiz> @npc goals ann add priority=9 mend the roof; sweep the yard; oil the gate
wiz< What Ann wants
wiz<   1. give two mugs away (open, priority 7, 0 of 2, by the game, version 1)
wiz<   2. mend the roof; sweep the yard; oil the gate (open, priority 9, version 1)
wiz> @npc goals ann decompose 2
wiz< What Ann wants
wiz<   1. give two mugs away (open, priority 7, 0 of 2, by the game, version 1)
wiz<   2. mend the roof; sweep the yard; oil the gate (open, priority 9, version 1)
wiz<     3. mend the roof (open, priority 9, version 1)
wiz<     4. sweep the yard (open, priority 9, version 1)
wiz<     5. oil the gate (open, priority 9, version 1)
wiz> @npc goals ann add part=2 offer=mug be thanked with a mug
wiz< What Ann wants
wiz<   1. give two mugs away (open, priority 7, 0 of 2, by the game, version 1)
wiz<   2. mend the roof; sweep the yard; oil the gate (open, priority 9, version 1)
wiz<     3. mend the roof (open, priority 9, version 1)
wiz<     4. sweep the yard (open, priority 9, version 1)
wiz<     5. oil the gate (open, priority 9, version 1)
wiz<     6. be thanked with a mug (open, priority 5, 0 of 1, by the game, version 1)
wiz> @npc goals ann add part=2 offer=hat be thanked with a hat
wiz< There is no offer "hat" of this one. There are: mug
wiz> @npc goals ann done 1
wiz< Goal 1 is done when what it takes has happened; only the game completes it.
wiz> @npc goals ann done 6
wiz< Goal 6 is done when what it takes has happened; only the game completes it.
wiz> @npc goals ann done 2
wiz< Goal 2 is done when its parts are; some are open.
wiz> @npc goals ann done 3
wiz< What Ann wants
wiz<   1. give two mugs away (open, priority 7, 0 of 2, by the game, version 1)
wiz<   2. mend the roof; sweep the yard; oil the gate (open, priority 9, 25 %, version 1)
wiz<     3. mend the roof (done, priority 9, version 2)
wiz<     4. sweep the yard (open, priority 9, version 1)
wiz<     5. oil the gate (open, priority 9, version 1)
wiz<     6. be thanked with a mug (open, priority 5, 0 of 1, by the game, version 1)
wiz> @npc goals ann set 4 priority=3 sweep the whole yard
wiz< What Ann wants
wiz<   1. give two mugs away (open, priority 7, 0 of 2, by the game, version 1)
wiz<   2. mend the roof; sweep the yard; oil the gate (open, priority 9, 25 %, version 1)
wiz<     3. mend the roof (done, priority 9, version 2)
wiz<     4. sweep the whole yard (open, priority 3, version 2)
wiz<     5. oil the gate (open, priority 9, version 1)
wiz<     6. be thanked with a mug (open, priority 5, 0 of 1, by the game, version 1)
wiz> @npc goals ann set 1 give all mugs away
wiz< Goal 1 was written by the author of the character, and changes in the content files.
restart
wiz> @npc goals ann drop 6
wiz< What Ann wants
wiz<   1. give two mugs away (open, priority 7, 0 of 2, by the game, version 1)
wiz<   2. mend the roof; sweep the yard; oil the gate (open, priority 9, 33 %, version 1)
wiz<     3. mend the roof (done, priority 9, version 2)
wiz<     4. sweep the whole yard (open, priority 3, version 2)
wiz<     5. oil the gate (open, priority 9, version 1)
wiz<     6. be thanked with a mug (dropped, priority 5, version 2)
wiz> @npc goals ann done 4
wiz< What Ann wants
wiz<   1. give two mugs away (open, priority 7, 0 of 2, by the game, version 1)
wiz<   2. mend the roof; sweep the yard; oil the gate (open, priority 9, 66 %, version 1)
wiz<     3. mend the roof (done, priority 9, version 2)
wiz<     4. sweep the whole yard (done, priority 3, version 3)
wiz<     5. oil the gate (open, priority 9, version 1)
wiz<     6. be thanked with a mug (dropped, priority 5, version 2)
wiz> @npc goals ann done 5
wiz< What Ann wants
wiz<   1. give two mugs away (open, priority 7, 0 of 2, by the game, version 1)
wiz<   2. mend the roof; sweep the yard; oil the gate (done, priority 9, version 2)
wiz<     3. mend the roof (done, priority 9, version 2)
wiz<     4. sweep the whole yard (done, priority 3, version 3)
wiz<     5. oil the gate (done, priority 9, version 2)
wiz<     6. be thanked with a mug (dropped, priority 5, version 2)
wiz> @npc goals ann open 2
wiz< What Ann wants
wiz<   1. give two mugs away (open, priority 7, 0 of 2, by the game, version 1)
wiz<   2. mend the roof; sweep the yard; oil the gate (open, priority 9, 99 %, version 3)
wiz<     3. mend the roof (done, priority 9, version 2)
wiz<     4. sweep the whole yard (done, priority 3, version 3)
wiz<     5. oil the gate (done, priority 9, version 2)
wiz<     6. be thanked with a mug (dropped, priority 5, version 2)
wiz> aigoal ann drop 2
wiz< What Ann wants
wiz<   1. give two mugs away (open, priority 7, 0 of 2, by the game, version 1)
wiz<   2. mend the roof; sweep the yard; oil the gate (dropped, priority 9, version 4)
wiz<     3. mend the roof (done, priority 9, version 2)
wiz<     4. sweep the whole yard (done, priority 3, version 3)
wiz<     5. oil the gate (done, priority 9, version 2)
wiz<     6. be thanked with a mug (dropped, priority 5, version 2)
wiz> @npc goals ann decompose 2
wiz< Goal 2 is dropped already; only an open one changes.
wiz> @npc goals ann add part=1 find a mug
wiz< What Ann wants
wiz<   1. give two mugs away (open, priority 7, 0 of 2, by the game, version 1)
wiz<     7. find a mug (open, priority 5, version 1)
wiz<   2. mend the roof; sweep the yard; oil the gate (dropped, priority 9, version 4)
wiz<     3. mend the roof (done, priority 9, version 2)
wiz<     4. sweep the whole yard (done, priority 3, version 3)
wiz<     5. oil the gate (done, priority 9, version 2)
wiz<     6. be thanked with a mug (dropped, priority 5, version 2)
wiz> @npc goals ann decompose 7
wiz< Ann has no model to split a goal. Write its parts between semicolons, or add them: @npc goals ann add part=7 TEXT
wiz> @npc goals ann fly 3
wiz< Please type it like this: @npc goals NAME, or: @npc goals NAME add [priority=N] [part=N] [offer=ID] TEXT, or: @npc goals NAME set N [priority=N] [TEXT], or: @npc goals NAME done N (or: drop N, open N, decompose N)
wiz> @npc goals ann done 99
wiz< There is no goal 99; list the goals first.
bob> @npc goals ann
bob< There is no command "@npc". To say it aloud, type: say @npc goals ann
wiz> audit ann
wiz<...
