# Staff have a model split a goal into parts, in one question; it does nothing else, and yields to whoever speaks.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
wiz> @npc goals ann add priority=7 make the square fit for the fair
wiz< What Ann wants
wiz<   1. make the square fit for the fair (open, priority 7, version 1)
wiz> @npc goals ann decompose 1
ann! plan {"steps": ["sweep the square", "hang up the lamps", "find a fiddler"]} & say {"text": "I split it."}
wiz< Ann thinks about the parts of goal 1.
wiz< Ann splits goal 1 into 2, 3 and 4.
ann? contains "Split this goal into a few smaller ones"
ann? contains "make the square fit for the fair"
bob<-
wiz> @npc goals ann
wiz< What Ann wants
wiz<   1. make the square fit for the fair (open, priority 7, version 1)
wiz<     2. sweep the square (open, priority 7, version 1)
wiz<     3. hang up the lamps (open, priority 7, version 1)
wiz<     4. find a fiddler (open, priority 7, version 1)
wiz> @npc goals ann decompose 2
ann! text I would rather not.
wiz< Ann thinks about the parts of goal 2.
wiz< Ann found no parts of goal 2.
wiz> @npc goals ann decompose 3
ann! fails
wiz< Ann thinks about the parts of goal 3.
wiz< Ann found no parts of goal 3.
wiz> why ann
wiz< Heard, and passed over
wiz<   22:13:20 goal 2 created, version 1, open, 0 %: "sweep the square"
wiz<   22:13:20 goal 3 created, version 1, open, 0 %: "hang up the lamps"
wiz<   22:13:20 goal 4 created, version 1, open, 0 %: "find a fiddler"
wiz< Ann, 2023-11-14 22:13 UTC
wiz<   22:13:20 begins: a goal to be split into parts by "Wiz" (wiz): "hang up the lamps"; rule: 2 addressed; trust 100 %; hops 1
wiz<   22:13:20 asks the model (question 1): 0 records and 0 memories that ann and Wiz may read; integrity Author, about 362 tokens, tools 1 x 238 bytes, rules 1 x 942 bytes, events 1 x 269 bytes, hash 71c9ddbcadcef1c1; made of stimulus 1 x (author, from ann and Wiz, for everyone), moment 1 x (author, from ann and Wiz, for everyone); tools plan
wiz<   22:13:20 model failed after 1 ms: the model's endpoint answered with status 500
wiz<   22:13:20 ends: llm_error, single_action after 1 of 1 questions, 0 calls succeeded, 1 ms
