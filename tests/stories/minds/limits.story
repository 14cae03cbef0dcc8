# A context limits the calls of a reply, and how soon a character gives a command again.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands look
  on Social("wave"): [Command("look", "")]
  contexts {event: (calls: 1, rounds: 1), deed: (cadence_seconds: 60)}
wiz> @npc show ann brief
wiz< What thoughts of Ann may do at most
wiz<   event: react_loop, 5 questions, 60 s, 1 call in a reply, 1 round of its script first
wiz<   deed: react_loop, no question, 60 s, 60 s between two changes
wiz<   gambit: react_loop, no question, 60 s
wiz<   order: plan_execute, 5 questions, 60 s, no memories
wiz<   time_capsule: react_loop, 5 questions, 60 s, no memories
wiz<   autonomous: single_action, 1 question, 60 s, 10 % of its budget
wiz<   reflection: react_loop, 3 questions, 60 s, 10 % of its budget
wiz<   reflection_continued: react_loop, 2 questions, 60 s, 10 % of its budget
wiz<   consolidation: react_loop, 5 questions, 60 s, 10 % of its budget
wiz<   goal_decomposition: single_action, 1 question, 60 s, no memories, 10 % of its budget
wiz<   pre_compaction: react_loop, 5 questions, 60 s, 10 % of its budget
wiz<   delegated: react_loop, 3 questions, 60 s, 25 % of its budget
bob> say ann, tell me two things
ann! say {"text": "Water is wet."} & say {"text": "Stones are hard."}
bob< You say, "ann, tell me two things"
bob< Ann says, "Water is wet."
bob> wave ann
bob< You wave at Ann.
wiz> why ann
wiz< Ann, 2023-11-14 22:13 UTC
wiz<   22:13:20 begins: deed by "Bob" (bob): "Bob waves at you."; rule: 3b deed; trust 70 %; hops 0; a deed: what the persona says to it, and no model is asked
wiz<   22:13:20 script answers: "execute_command" {"args": "", "verb": "look"}; made of stimulus 1 x (player, from Bob, for everyone), transcript 3 x (player, from ann and Bob, for everyone), moment 1 x (author, from nobody, for everyone)
wiz<   22:13:20 gate: "execute_command" allowed; an answer, looks; player, from ann and Bob, for everyone; reaches ann; needs a guest, is a player, wanted by a player
wiz<   22:13:20 "execute_command": done: "The Square\nA square with a well.\nExits: north.\nYou see a red apple, a green apple, a pear, a stone statue.\nHere: Bob."
wiz<   22:13:20 ends: dangerous_tool after 1 of 5 questions, 1 calls succeeded, 1 ms
wait 20s
bob> wave ann
bob< You wave at Ann.
wiz> why ann
wiz< Ann, 2023-11-14 22:13 UTC
wiz<   22:13:40 begins: deed by "Bob" (bob): "Bob waves at you."; rule: 3b deed; trust 70 %; hops 0; a deed: what the persona says to it, and no model is asked
wiz<   22:13:40 script answers: "execute_command" {"args": "", "verb": "look"}; made of stimulus 1 x (player, from Bob, for everyone), transcript 4 x (player, from ann and Bob, for everyone), moment 1 x (author, from nobody, for everyone)
wiz<   22:13:40 "execute_command": refused: "you did something a moment ago; wait a little"
wiz<   22:13:40 script answers: "noop"; made of stimulus 1 x (player, from Bob, for everyone), transcript 4 x (player, from ann and Bob, for everyone), moment 1 x (author, from nobody, for everyone), before 1 x (player, from ann and Bob, for everyone)
wiz<   22:13:40 ends: noop after 2 of 5 questions, 0 calls succeeded, 0 ms
wait 60s
bob> wave ann
bob< You wave at Ann.
wiz> why ann
wiz< Ann, 2023-11-14 22:14 UTC
wiz<   22:14:40 begins: deed by "Bob" (bob): "Bob waves at you."; rule: 3b deed; trust 70 %; hops 0; a deed: what the persona says to it, and no model is asked
wiz<   22:14:40 script answers: "execute_command" {"args": "", "verb": "look"}; made of stimulus 1 x (player, from Bob, for everyone), transcript 5 x (player, from ann and Bob, for everyone), moment 1 x (author, from nobody, for everyone)
wiz<   22:14:40 gate: "execute_command" allowed; an answer, looks; player, from ann and Bob, for everyone; reaches ann; needs a guest, is a player, wanted by a player
wiz<   22:14:40 "execute_command": done: "The Square\nA square with a well.\nExits: north.\nYou see a red apple, a green apple, a pear, a stone statue.\nHere: Bob."
wiz<   22:14:40 ends: dangerous_tool after 1 of 5 questions, 1 calls succeeded, 1 ms
