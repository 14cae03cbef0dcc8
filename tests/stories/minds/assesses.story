# Where a persona wants it, its model rates a task first; it only narrows the thought.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get,drop assesses
wiz> order ann Take the pear and tell everybody, and then put it down again.
ann! assess {"complexity": 1, "mode": "single_action", "questions": 1, "confirm_dangerous": false, "reasoning": "One act."}
ann! execute_command {"verb": "get", "args": "pear"}
wiz< You order Ann, "Take the pear and tell everybody, and then put it down again."
wiz< Ann pages you, "Done."
bob< Ann takes a pear.
ann= dangerous_tool
wiz> why ann
wiz< Ann, 2023-11-14 22:13 UTC
wiz<   22:13:20 begins: order by "Wiz" (wiz): "Take the pear and tell everybody, and then put it down again."; rule: 2 addressed; trust 100 %; hops 0
wiz<   22:13:20 asks the model (question 1): 0 records and 0 memories that ann and Wiz may read; integrity Author, about 421 tokens, tools 1 x 549 bytes, rules 1 x 942 bytes, events 1 x 196 bytes, hash 3108052d1c140b62; made of stimulus 1 x (staff, from Wiz, for everyone), moment 1 x (author, from nobody, for everyone); tools assess
wiz<   22:13:20 model answered: "assess" {"complexity": "1", "confirm_dangerous": "false", "mode": "single_action", "questions": "1", "reasoning": "One act."} (thought: "I think.") [1 ms]
wiz<   22:13:20 gate: "assess" allowed; an order, looks; author, from ann and Wiz, for everyone; reaches ann; needs a guest, is a player, wanted by a staff
wiz<   22:13:20 "assess": done
wiz<   22:13:20 asks the model (question 2): 0 records and 0 memories that ann and Wiz may read; integrity Author, about 1598 tokens, tools 27 x 5160 bytes, rules 1 x 942 bytes, events 1 x 173 bytes, replies 1 x 116 bytes, results 1 x 26 bytes, hash e47c4c4161f12573; made of stimulus 1 x (staff, from Wiz, for everyone), moment 1 x (author, from nobody, for everyone), before 1 x (author, from Wiz, for everyone); tools say whisper page emote noop inspect_location inspect search_objects who_is_here time recall_memories reconstruct_context self_status list_goals set_goal update_goal complete_goal list_projects create_project update_project swap_project store_memory add_journal_entry reflect_on go_to_sleep feel execute_command
wiz<   22:13:20 model answered: "execute_command" {"args": "pear", "verb": "get"} (thought: "I think.") [1 ms]
wiz<   22:13:20 gate: "execute_command" allowed; an order, acts; author, from ann and Wiz, for everyone; reaches everyone; needs a guest, is a player, wanted by a staff
wiz<   22:13:20 "execute_command": done: "You take a pear."
wiz<   22:13:20 script answers: "page" {"text": "Done.", "to": "wiz"}; made of stimulus 1 x (staff, from Wiz, for everyone), moment 1 x (author, from nobody, for everyone), before 1 x (author, from ann and Wiz, for everyone)
wiz<   22:13:20 gate: "page" allowed; an order, speaks; author, from ann and Wiz, for everyone; reaches ann and Wiz; needs a guest, is a player, wanted by a staff
wiz<   22:13:20 "page": done
wiz<   22:13:20 order 1 is completed; 2 steps, 1 messages, 0 tokens
wiz<   22:13:20 ends: dangerous_tool, single_action after 2 of 5 questions, 3 calls succeeded, 4 ms
