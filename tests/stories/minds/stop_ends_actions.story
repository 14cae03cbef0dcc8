# Staff who make a character silent end what it does over time.
machine only
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get,drop scripted
wiz> order ann get pear; drop pear
wiz< You order Ann, "get pear; drop pear"
wiz< Ann goes on with your order: 1 of 2 steps done. To see how far it is: @npc actions ann. To end it: cancel ann
bob< Ann takes a pear.
wiz> @npc stop ann
wiz< Ann gave up your order: the character was made silent; 1 of 2 steps done, 0 messages, 0 tokens.
wiz< ann falls silent.
wait 20s
bob<-
bob> say ann, hello
bob< You say, "ann, hello"
wiz> why ann
wiz< Changes of the mind itself
wiz<   22:13:20 stopped by "Wiz" (wiz)
wiz< Heard, and passed over
wiz<   22:13:20 order 1 is cancelled, because the character was made silent; 1 steps, 0 messages, 0 tokens; plan: "get pear" done, "drop pear" open
wiz<   22:13:40 "Bob" (bob) is not answered: the character was made silent
wiz< Ann, 2023-11-14 22:13 UTC
wiz<   22:13:20 begins: order by "Wiz" (wiz): "get pear; drop pear"; rule: 2 addressed; trust 100 %; hops 0
wiz<   22:13:20 asks the model (question 1): 0 records and 0 memories that ann and Wiz may read; integrity Author, about 1581 tokens, tools 27 x 5160 bytes, rules 1 x 942 bytes, events 1 x 224 bytes, hash 67ab23b6fbf7ee78; made of stimulus 1 x (staff, from Wiz, for everyone), moment 1 x (author, from nobody, for everyone); tools say whisper page emote noop inspect_location inspect search_objects who_is_here time recall_memories reconstruct_context self_status list_goals set_goal update_goal complete_goal list_projects create_project update_project swap_project store_memory add_journal_entry reflect_on go_to_sleep feel execute_command
wiz<   22:13:20 model answered: "execute_command" {"args": "pear", "verb": "get"} [1 ms]
wiz<   22:13:20 gate: "execute_command" allowed; an order, acts; author, from ann and Wiz, for everyone; reaches everyone; needs a guest, is a player, wanted by a staff
wiz<   22:13:20 "execute_command": done: "You take a pear."
wiz<   22:13:20 order 1 is waiting; 1 steps, 0 messages, 0 tokens; plan: "get pear" done, "drop pear" open
wiz<   22:13:20 ends: dangerous_tool after 1 of 5 questions, 1 calls succeeded, 2 ms
wiz> @npc start ann
wiz< ann thinks again.
wait 20s
bob<-
