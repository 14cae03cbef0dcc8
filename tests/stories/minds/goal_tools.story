# A model looks at its goals, sets, changes and completes them in a turn of its own: the game completes what it
# counts, and the author's goals stay as they are.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
  offer (id: "ale", what: "an ale", unless: "No.", does: Trade(gives: ["mug"]))
  goal (name: "mugs", text: "sell a mug", priority: 8, needs: (on: [Accepted("ale")]))
wiz> order ann Look at your goals and mend them
ann! list_goals
ann! set_goal {"text": "tidy the square", "priority": 6} & set_goal {"text": "sell an ale", "part_of": 2, "offer": "ale"}
ann! update_goal {"goal": 2, "text": "tidy the whole square", "version": 1} & complete_goal {"goal": 3}
ann! complete_goal {"goal": 1}
ann! page {"to": "wiz", "text": "I have two goals more."}
wiz< You order Ann, "Look at your goals and mend them"
wiz< Ann pages you, "I have two goals more."
ann? contains "you_want"
ann? contains "sell a mug"
ann? contains "only the game completes it"
wiz> @npc goals ann
wiz< What Ann wants
wiz<   1. sell a mug (open, priority 8, 0 of 1, by the game, version 1)
wiz<   2. tidy the whole square (open, priority 6, version 2)
wiz<     3. sell an ale (open, priority 5, 0 of 1, by the game, version 1)
wiz> order ann Finish what you can
ann! update_goal {"goal": 1, "dropped": true}
ann! set_goal {"text": "be seen", "part_of": 99}
ann! set_goal {"text": "be seen"}
ann! complete_goal {"goal": 4} & update_goal {"goal": 4, "text": "be heard"}
ann! update_goal {"goal": 3, "dropped": true} & page {"to": "wiz", "text": "Done."}
wiz< You order Ann, "Finish what you can"
wiz< Ann pages you, "Done."
wiz> @npc goals ann
wiz< What Ann wants
wiz<   1. sell a mug (open, priority 8, 0 of 1, by the game, version 1)
wiz<   2. tidy the whole square (open, priority 6, version 2)
wiz<     3. sell an ale (dropped, priority 5, version 2)
wiz<   4. be seen (done, priority 5, version 2)
wiz> why ann
wiz< Heard, and passed over
wiz<   22:13:20 goal 4 created, version 1, open, 0 %: "be seen"
wiz<   22:13:20 goal 4 completed, version 2, done, 100 %: "be seen"
wiz<   22:13:20 goal 3 dropped, version 2, dropped, 0 %: "sell an ale"
wiz< Ann, 2023-11-14 22:13 UTC
wiz<   22:13:20 begins: order by "Wiz" (wiz): "Finish what you can"; rule: 2 addressed; trust 100 %; hops 0; narrowed as a simple task
wiz<   22:13:20 asks the model (question 1): 0 records and 0 memories that ann and Wiz may read; integrity Author, about 1594 tokens, tools 27 x 5190 bytes, rules 1 x 977 bytes, events 1 x 209 bytes, hash d41782df04ffd72c; made of stimulus 1 x (staff, from Wiz, for everyone), moment 1 x (author, from ann and Wiz, for everyone); tools say whisper page emote noop inspect_location inspect search_objects who_is_here time recall_memories reconstruct_context self_status list_goals set_goal update_goal complete_goal list_projects create_project update_project swap_project store_memory add_journal_entry reflect_on go_to_sleep feel offer
wiz<   22:13:20 model answered: "update_goal" {"dropped": "true", "goal": "1"} (thought: "I think.") [1 ms]
wiz<   22:13:20 gate: "update_goal" allowed; an order, makes up its mind; author, from ann and Wiz, for everyone; reaches ann; needs a guest, is a player, wanted by a staff
wiz<   22:13:20 "update_goal": refused: "Goal 1 was written by the author of the character, and changes in the content files."
wiz<   22:13:20 asks the model (question 2): 0 records and 0 memories that ann and Wiz may read; integrity Author, about 1646 tokens, tools 27 x 5190 bytes, rules 1 x 977 bytes, events 1 x 209 bytes, replies 1 x 44 bytes, results 1 x 112 bytes, hash c255f1705ea5d909; made of stimulus 1 x (staff, from Wiz, for everyone), moment 1 x (author, from ann and Wiz, for everyone), before 1 x (author, from ann and Wiz, for everyone); tools say whisper page emote noop inspect_location inspect search_objects who_is_here time recall_memories reconstruct_context self_status list_goals set_goal update_goal complete_goal list_projects create_project update_project swap_project store_memory add_journal_entry reflect_on go_to_sleep feel offer
wiz<   22:13:20 model answered: "set_goal" {"part_of": "99", "text": "be seen"} (thought: "I think.") [1 ms]
wiz<   22:13:20 gate: "set_goal" allowed; an order, makes up its mind; author, from ann and Wiz, for everyone; reaches ann; needs a guest, is a player, wanted by a staff
wiz<   22:13:20 "set_goal": refused: "There is no goal 99; list the goals first."
wiz<   22:13:20 asks the model (question 3): 0 records and 0 memories that ann and Wiz may read; integrity Author, about 1688 tokens, tools 27 x 5190 bytes, rules 1 x 977 bytes, events 1 x 209 bytes, replies 2 x 91 bytes, results 2 x 182 bytes, hash 93cc8255f2127b9b; made of stimulus 1 x (staff, from Wiz, for everyone), moment 1 x (author, from ann and Wiz, for everyone), before 1 x (author, from ann and Wiz, for everyone); tools say whisper page emote noop inspect_location inspect search_objects who_is_here time recall_memories reconstruct_context self_status list_goals set_goal update_goal complete_goal list_projects create_project update_project swap_project store_memory add_journal_entry reflect_on go_to_sleep feel offer
wiz<   22:13:20 model answered: "set_goal" {"text": "be seen"} (thought: "I think.") [1 ms]
wiz<   22:13:20 gate: "set_goal" allowed; an order, makes up its mind; author, from ann and Wiz, for everyone; reaches ann; needs a guest, is a player, wanted by a staff
wiz<   22:13:20 "set_goal": done: "goal 4 is set"
wiz<   22:13:20 asks the model (question 4): 0 records and 0 memories that ann and Wiz may read; integrity Author, about 1742 tokens, tools 27 x 5190 bytes, rules 1 x 977 bytes, events 1 x 209 bytes, replies 3 x 125 bytes, results 3 x 302 bytes, hash df21a52c2c1ee51e; made of stimulus 1 x (staff, from Wiz, for everyone), moment 1 x (author, from ann and Wiz, for everyone), before 1 x (author, from ann and Wiz, for everyone); tools say whisper page emote noop inspect_location inspect search_objects who_is_here time recall_memories reconstruct_context self_status list_goals set_goal update_goal complete_goal list_projects create_project update_project swap_project store_memory add_journal_entry reflect_on go_to_sleep feel offer
wiz<   22:13:20 model answered: "complete_goal" {"goal": "4"}; "update_goal" {"goal": "4", "text": "be heard"} (thought: "I think.") [1 ms]
wiz<   22:13:20 gate: "complete_goal" allowed; an order, makes up its mind; author, from ann and Wiz, for everyone; reaches ann; needs a guest, is a player, wanted by a staff
wiz<   22:13:20 "complete_goal": done: "goal 4 is done"
wiz<   22:13:20 gate: "update_goal" allowed; an order, makes up its mind; author, from ann and Wiz, for everyone; reaches ann; needs a guest, is a player, wanted by a staff
wiz<   22:13:20 "update_goal": refused: "Goal 4 is done already; only an open one changes."
wiz<   22:13:20 asks the model (question 5): 0 records and 0 memories that ann and Wiz may read; integrity Author, about 1799 tokens, tools 27 x 5190 bytes, rules 1 x 977 bytes, events 1 x 209 bytes, replies 4 x 195 bytes, results 5 x 338 bytes, hash a417ef95ac6964c2; made of stimulus 1 x (staff, from Wiz, for everyone), moment 1 x (author, from ann and Wiz, for everyone), before 1 x (author, from ann and Wiz, for everyone); tools say whisper page emote noop inspect_location inspect search_objects who_is_here time recall_memories reconstruct_context self_status list_goals set_goal update_goal complete_goal list_projects create_project update_project swap_project store_memory add_journal_entry reflect_on go_to_sleep feel offer
wiz<   22:13:20 model answered: "update_goal" {"dropped": "true", "goal": "3"}; "page" {"text": "Done.", "to": "wiz"} (thought: "I think.") [1 ms]
wiz<   22:13:20 gate: "update_goal" allowed; an order, makes up its mind; author, from ann and Wiz, for everyone; reaches ann; needs a guest, is a player, wanted by a staff
wiz<   22:13:20 "update_goal": done: "goal 3 is dropped"
wiz<   22:13:20 gate: "page" allowed; an order, speaks; author, from ann and Wiz, for everyone; reaches ann and Wiz; needs a guest, is a player, wanted by a staff
wiz<   22:13:20 "page": done
wiz<   22:13:20 order 2 is completed; 5 steps, 1 messages, 0 tokens
wiz<   22:13:20 ends: terminal_tool after 5 of 5 questions, 4 calls succeeded, 6 ms
