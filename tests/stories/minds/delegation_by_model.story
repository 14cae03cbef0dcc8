# The same with models: the helper's thought has no tools but those that look and answer, whatever it wants, and no
# words of anybody else; the requester words what came back.
machine only
player bob in town/square
player cyd in town/inn
staff dan in town/perch
assistant ann in town/square
  delegation (mode: None, asks: [(whom: "inn")])
  moment brings-answer: {speaker}, I asked. {rumour}
assistant eve in town/inn commands get,drop
  delegation (tags: ["inn"], asks: [(whom: "ann")])
bob> say ann, I am hungry. Who has soup, and would you ask for me?
ann! delegate_task {"task": "Is there soup for Bob tonight?", "to": "inn"}
ann! say {"text": "I shall ask Eve."}
bob< You ask, "ann, I am hungry. Who has soup, and would you ask for me?"
bob< Ann says, "I shall ask Eve."
eve! delegate_task {"task": "Is there soup?", "to": "ann"} & execute_command {"verb": "drop", "args": "mug"} & say {"text": "Cyd, go away."}
eve! page {"to": "ann", "text": "There is barley soup until eight. More than that I do not say of it, for soup is a thing that one has to eat before one talks of it at such a length, and whoever talks eats nothing. But it has onions in it, and a bone, and a carrot. And a leek, too."}
ann! say {"text": "Eve says that there is barley soup until eight."}
wait 4s
eve? contains "Bob: ann, I am hungry."
eve? contains "Is there soup for Bob tonight?"
eve? contains "`delegate_task` is not for this turn"
eve? contains "`execute_command` is not for this turn"
ann? contains "There is barley soup until eight."
ann? lacks "And a leek"
bob< Ann says, "Eve says that there is barley soup until eight."
cyd<-
dan> why eve
dan< Eve, 2023-11-14 22:13 UTC
dan<   22:13:23 begins: a question passed on by "Ann" (ann): "Is there soup for Bob tonight?"; rule: 3 private; trust 100 %; hops 2
dan<   22:13:23 comes to mind: nothing
dan<   22:13:23 asks the model (question 1): 0 records and 0 memories that everyone may read; integrity Player, about 447 tokens, tools 6 x 657 bytes, rules 1 x 791 bytes, events 1 x 342 bytes, hash 78dd7e1845d452c9; made of stimulus 1 x (player, from Ann and bob, for everyone), moment 1 x (author, from nobody, for everyone); tools page noop inspect_location inspect search_objects recall_memories
dan<   22:13:23 model answered: "delegate_task" {"task": "Is there soup?", "to": "ann"}; "execute_command" {"args": "mug", "verb": "drop"}; "say" {"text": "Cyd, go away."} (thought: "I think.") [1 ms]
dan<   22:13:23 "delegate_task": refused: "`delegate_task` is not for this turn; there are: page, noop, inspect_location, inspect, search_objects, who_is_here, time, recall_memories, reconstruct_context, self_status, list_goals, list_projects, add_journal_entry, reflect_on, go_to_sleep"; rule 1 offered
dan<   22:13:23 "execute_command": refused: "`execute_command` is not for this turn; there are: page, noop, inspect_location, inspect, search_objects, who_is_here, time, recall_memories, reconstruct_context, self_status, list_goals, list_projects, add_journal_entry, reflect_on, go_to_sleep"; rule 1 offered
dan<   22:13:23 "say": refused: "`say` is not for this turn; there are: page, noop, inspect_location, inspect, search_objects, who_is_here, time, recall_memories, reconstruct_context, self_status, list_goals, list_projects, add_journal_entry, reflect_on, go_to_sleep"; rule 1 offered
dan<   22:13:23 asks the model (question 2): 0 records and 0 memories that everyone may read; integrity Player, about 718 tokens, tools 6 x 657 bytes, rules 1 x 791 bytes, events 1 x 342 bytes, replies 1 x 127 bytes, results 3 x 805 bytes, hash 53a3497e30b2ebe2; made of stimulus 1 x (player, from Ann and bob, for everyone), moment 1 x (author, from nobody, for everyone), before 1 x (player, from Ann and bob, for everyone); tools page noop inspect_location inspect search_objects recall_memories
dan<   22:13:23 model answered: "page" (258 characters, for Ann and eve) (thought: (8 characters, for Ann and eve)) [1 ms]
dan<   22:13:23 gate: "page" allowed; an answer, speaks; player, from Ann, bob and eve, for everyone; reaches everyone; needs a guest, is a player, wanted by a player
dan<   22:13:23 "page": done: (11 characters, for Ann and eve)
dan<   22:13:23 ends: terminal_tool after 2 of 3 questions, 1 calls succeeded, 3 ms
