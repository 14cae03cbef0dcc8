# A task of several things is split into steps by the model first; then each turn carries out one of them,
# with the step in the question, and the last one is reported.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get,drop
wiz> order ann Take the pear and tell everybody, and then put it down again.
ann! plan {"steps": ["Take the pear.", "Tell everybody.", "Put it down."]}
ann! execute_command {"verb": "get", "args": "pear"}
wiz< You order Ann, "Take the pear and tell everybody, and then put it down again."
wiz< Ann goes on with your order: 1 of 3 steps done. To see how far it is: @npc actions ann. To end it: cancel ann
bob< Ann takes a pear.
ann? contains "(Do step 1 of 3 now, and nothing else.)"
wait 6s
ann! say {"text": "I have a pear."}
bob< Ann says, "I have a pear."
ann? contains "1. Take the pear.: done"
ann? contains "(Do step 2 of 3 now, and nothing else.)"
wait 6s
ann! execute_command {"verb": "drop", "args": "pear"}
ann! page {"to": "wiz", "text": "All is done."}
bob< Ann puts down a pear.
wiz< Ann pages you, "All is done."
wiz> why ann
wiz< Ann, 2023-11-14 22:13 UTC
wiz<   22:13:30 begins: order by "Wiz" (wiz): "Take the pear and tell everybody, and then put it down again."; rule: 2 addressed; trust 100 %; hops 0
wiz<   22:13:30 asks the model (question 1): 0 records and 0 memories that ann and Wiz may read; integrity Author, about 1617 tokens, tools 27 x 5160 bytes, rules 1 x 942 bytes, events 1 x 366 bytes, hash 2328e3e79e35eea1; made of stimulus 1 x (staff, from Wiz, for everyone), moment 1 x (author, from nobody, for everyone); tools say whisper page emote noop inspect_location inspect search_objects who_is_here time recall_memories reconstruct_context self_status list_goals set_goal update_goal complete_goal list_projects create_project update_project swap_project store_memory add_journal_entry reflect_on go_to_sleep feel execute_command
wiz<   22:13:30 model answered: "execute_command" {"args": "pear", "verb": "drop"} (thought: "I think.") [1 ms]
wiz<   22:13:30 gate: "execute_command" allowed; an order, acts; author, from ann and Wiz, for everyone; reaches everyone; needs a guest, is a player, wanted by a staff
wiz<   22:13:30 "execute_command": done: "You put down a pear."
wiz<   22:13:30 asks the model (question 2): 0 records and 0 memories that ann and Wiz may read; integrity Author, about 1654 tokens, tools 27 x 5160 bytes, rules 1 x 942 bytes, events 1 x 366 bytes, replies 1 x 52 bytes, results 1 x 46 bytes, hash 8d3d0d78255dff05; made of stimulus 1 x (staff, from Wiz, for everyone), moment 1 x (author, from nobody, for everyone), before 1 x (author, from ann and Wiz, for everyone); tools say whisper page emote noop inspect_location inspect search_objects who_is_here time recall_memories reconstruct_context self_status list_goals set_goal update_goal complete_goal list_projects create_project update_project swap_project store_memory add_journal_entry reflect_on go_to_sleep feel execute_command
wiz<   22:13:30 model answered: "page" {"text": "All is done.", "to": "wiz"} (thought: "I think.") [1 ms]
wiz<   22:13:30 gate: "page" allowed; an order, speaks; author, from ann and Wiz, for everyone; reaches ann and Wiz; needs a guest, is a player, wanted by a staff
wiz<   22:13:30 "page": done
wiz<   22:13:30 order 1 is completed; 5 steps, 2 messages, 0 tokens; plan: "Take the pear." done, "Tell everybody." done, "Put it down." done
wiz<   22:13:30 ends: dangerous_tool, plan_execute after 2 of 5 questions, 2 calls succeeded, 4 ms
