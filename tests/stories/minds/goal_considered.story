# After a night a character thinks of its own accord about the parts of a goal that was set, once.
machine only
model Tools All
day 24 minutes
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
  routine 7 town/square sweeping the steps
  routine 20 town/square asleep on the steps
wiz> @npc goals ann add make the square fit for the fair
wiz< What Ann wants
wiz<   1. make the square fit for the fair (open, priority 5, version 1)
wiz> @npc sleep ann
wiz< Ann falls asleep. To wake it: @npc wake ann
wait 30s
wiz> @npc wake ann
ann! plan {"steps": ["sweep the square", "hang up the lamps"]}
wait 5s
ann? contains "Split this goal into a few smaller ones"
ann? contains "make the square fit for the fair"
wiz< Ann wakes up.
wiz> @npc goals ann
wiz< What Ann wants
wiz<   1. make the square fit for the fair (open, priority 5, version 1)
wiz<     2. sweep the square (open, priority 5, version 1)
wiz<     3. hang up the lamps (open, priority 5, version 1)
wiz> @npc sleep ann
wait 30s
wiz> @npc wake ann
wait 5s
wiz> why ann 9
wiz< Ann falls asleep. To wake it: @npc wake ann
wiz< Ann wakes up.
wiz< Changes of the mind itself
wiz<   22:13:20 sent to sleep by "Wiz" (wiz)
wiz<   22:13:50 woken by "Wiz" (wiz)
wiz<   22:13:55 sent to sleep by "Wiz" (wiz)
wiz<   22:14:25 woken by "Wiz" (wiz)
wiz< Heard, and passed over
wiz<   22:13:20 goal 1 created, version 1, open, 0 %, by "Wiz" (wiz): "make the square fit for the fair"
wiz<   22:13:50 goal 2 created, version 1, open, 0 %: "sweep the square"
wiz<   22:13:50 goal 3 created, version 1, open, 0 %: "hang up the lamps"
wiz< Ann, 2023-11-14 22:13 UTC
wiz<   22:13:50 begins: a goal to be split into parts by "Ann" (ann): "make the square fit for the fair"; rule: 2 addressed; trust 100 %; hops 0
wiz<   22:13:50 asks the model (question 1): 0 records and 0 memories that Ann may read; integrity Author, about 358 tokens, tools 1 x 238 bytes, rules 1 x 942 bytes, events 1 x 253 bytes, hash 8c3531833f374d38; made of stimulus 1 x (author, from Ann and Wiz, for everyone), moment 1 x (author, from Wiz, for everyone); tools plan
wiz<   22:13:50 model answered: "plan" {"steps": "[\"sweep the square\",\"hang up the lamps\"]"} (thought: "I think.") [1 ms]
wiz<   22:13:50 gate: "plan" allowed; an order, looks; author, from Ann and Wiz, for everyone; reaches Ann; needs a guest, is a player, wanted by a staff
wiz<   22:13:50 "plan": done
wiz<   22:13:50 ends: max_iterations, single_action after 1 of 1 questions, 1 calls succeeded, 1 ms
