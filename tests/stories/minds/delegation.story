# A guide asks the innkeeper on a visitor's behalf: because she is asked to, because she offers to and the visitor
# agrees, and where the innkeeper has nothing to say. Nobody where the innkeeper is sees anything of it.
machine only
player bob in town/square
player cyd in town/inn
staff dan in town/perch
assistant ann in town/square scripted
  delegation (asks: [(whom: "inn", about: ["soup"])])
  moment may-ask: {one} would know. Shall I ask?
  moment asks-another: I shall ask {one}.
  moment cannot-ask: Not now: {because}.
  moment brings-answer: {speaker}, I asked. {rumour}
  moment brings-none: {speaker}, I asked. {rumour}
assistant eve in town/inn scripted
  delegation (tags: ["inn"])
  topic breakfast: Breakfast is at seven, {speaker}.
  topic soup: The soup is barley.
bob> say ann, ask eve when breakfast is
bob< You say, "ann, ask eve when breakfast is"
bob< Ann says, "I shall ask Eve."
wait 4s
bob< Ann says, "Bob, I asked. Eve says: "Breakfast is at seven, Ann.""
cyd<-
bob> say ann, what is in the soup?
bob< You ask, "ann, what is in the soup?"
bob< Ann asks, "Eve would know. Shall I ask?"
bob> say ann, yes please
bob< You say, "ann, yes please"
bob< Ann says, "I shall ask Eve."
wait 4s
bob< Ann says, "Bob, I asked. Eve says: "The soup is barley.""
bob> say ann, please ask the inn about the moon
bob< You say, "ann, please ask the inn about the moon"
bob< Ann says, "I shall ask Eve."
wait 4s
bob< Ann says, "Bob, I asked. Eve has nothing to say to that."
cyd<-
dan> why ann 3
dan< Heard, and passed over
dan<   22:13:23 question 1 for "Bob" (bob) to "Eve" (eve): answered: "Breakfast is at seven, Ann."
dan<   22:13:27 question 2 for "Bob" (bob) to "Eve" (eve): answered: "The soup is barley."
dan<   22:13:31 question 3 for "Bob" (bob) to "Eve" (eve): "Eve" (eve) has nothing to say to that
dan< Ann, 2023-11-14 22:13 UTC
dan<   22:13:27 begins: an answer to a question that it passed on by "Eve" (eve): "Eve says: \"The soup is barley.\""; rule: 8 otherwise; trust 0 %; hops 3; lean, nothing is looked up in memory
dan<   22:13:27 asks the model (question 1): 7 records and 0 memories that everyone may read; integrity Player, about 803 tokens, tools 12 x 1842 bytes, rules 1 x 791 bytes, events 4 x 468 bytes, replies 3 x 114 bytes, hash 1c082d4836104514; made of stimulus 1 x (player, from ann, Bob and Eve, for everyone), transcript 7 x (player, from ann, Bob and Eve, for everyone), moment 1 x (author, from nobody, for everyone); tools say whisper page emote noop inspect_location inspect search_objects recall_memories store_memory feel delegate_task
dan<   22:13:27 model answered: "say" {"text": "Bob, I asked. Eve says: \"The soup is barley.\""} [1 ms]
dan<   22:13:27 gate: "say" allowed; an answer, speaks; player, from ann, Bob and Eve, for everyone; reaches everyone; needs a guest, is a player, wanted by a player
dan<   22:13:27 "say": done
dan<   22:13:27 question 2 for "Bob" (bob) to "Eve" (eve): told: "what is in the soup?"
dan<   22:13:27 ends: terminal_tool after 1 of 5 questions, 1 calls succeeded, 2 ms
dan< Ann, 2023-11-14 22:13 UTC
dan<   22:13:28 begins: event by "Bob" (bob): "ann, please ask the inn about the moon"; rule: 2 addressed; trust 70 %; hops 0
dan<   22:13:28 comes to mind: nothing
dan<   22:13:28 asks the model (question 1): 9 records and 0 memories that everyone may read; integrity Player, about 809 tokens, tools 12 x 1842 bytes, rules 1 x 791 bytes, events 4 x 444 bytes, replies 3 x 160 bytes, hash abbdd6ffa236fe94; made of stimulus 1 x (player, from Bob, for everyone), transcript 9 x (player, from ann, Bob and Eve, for everyone), moment 1 x (author, from nobody, for everyone); tools say whisper page emote noop inspect_location inspect search_objects recall_memories store_memory feel delegate_task
dan<   22:13:28 model answered: "delegate_task" {"task": "What about the moon?", "to": "inn"} [1 ms]
dan<   22:13:28 gate: "delegate_task" allowed; an answer, keeps to itself; player, from ann, Bob and Eve, for everyone; reaches ann and Eve; needs a guest, is a player, wanted by a player
dan<   22:13:28 question 3 for "Bob" (bob) to "Eve" (eve): put: "What about the moon?"
dan<   22:13:28 "delegate_task": done: "Eve is asked; tell Bob so, and end: the answer comes later"
dan<   22:13:28 asks the model (question 2): 9 records and 0 memories that everyone may read; integrity Player, about 853 tokens, tools 12 x 1842 bytes, rules 1 x 791 bytes, events 4 x 444 bytes, replies 4 x 215 bytes, results 1 x 84 bytes, hash 7d98cd153b9211b0; made of stimulus 1 x (player, from Bob, for everyone), transcript 9 x (player, from ann, Bob and Eve, for everyone), moment 1 x (author, from nobody, for everyone), before 1 x (player, from ann, Bob and Eve, for everyone); tools say whisper page emote noop inspect_location inspect search_objects recall_memories store_memory feel delegate_task
dan<   22:13:28 model answered: "say" {"text": "I shall ask Eve."} [1 ms]
dan<   22:13:28 gate: "say" allowed; an answer, speaks; player, from ann, Bob and Eve, for everyone; reaches everyone; needs a guest, is a player, wanted by a player
dan<   22:13:28 "say": done
dan<   22:13:28 ends: terminal_tool after 2 of 5 questions, 2 calls succeeded, 4 ms
dan< Ann, 2023-11-14 22:13 UTC
dan<   22:13:31 begins: an answer to a question that it passed on by "Eve" (eve): "Eve has nothing to say to that."; rule: 8 otherwise; trust 0 %; hops 1; lean, nothing is looked up in memory
dan<   22:13:31 asks the model (question 1): 10 records and 0 memories that everyone may read; integrity Player, about 840 tokens, tools 12 x 1842 bytes, rules 1 x 791 bytes, events 5 x 552 bytes, replies 4 x 176 bytes, hash 5bda620db308816c; made of stimulus 1 x (player, from ann, Bob and Eve, for everyone), transcript 10 x (player, from ann, Bob and Eve, for everyone), moment 1 x (author, from nobody, for everyone); tools say whisper page emote noop inspect_location inspect search_objects recall_memories store_memory feel delegate_task
dan<   22:13:31 model answered: "say" {"text": "Bob, I asked. Eve has nothing to say to that."} [1 ms]
dan<   22:13:31 gate: "say" allowed; an answer, speaks; player, from ann, Bob and Eve, for everyone; reaches everyone; needs a guest, is a player, wanted by a player
dan<   22:13:31 "say": done
dan<   22:13:31 question 3 for "Bob" (bob) to "Eve" (eve): told: "What about the moon?"
dan<   22:13:31 ends: terminal_tool after 1 of 5 questions, 1 calls succeeded, 2 ms
dan> why eve 2
dan< Eve, 2023-11-14 22:13 UTC
dan<   22:13:27 begins: a question passed on by "Ann" (ann): "what is in the soup?"; rule: 3 private; trust 100 %; hops 2
dan<   22:13:27 comes to mind: nothing
dan<   22:13:27 asks the model (question 1): 0 records and 0 memories that everyone may read; integrity Player, about 424 tokens, tools 6 x 657 bytes, rules 1 x 791 bytes, events 1 x 250 bytes, hash 67e653d50f398cbc; made of stimulus 1 x (player, from Ann, bob and eve, for everyone), moment 1 x (author, from nobody, for everyone); tools page noop inspect_location inspect search_objects recall_memories
dan<   22:13:27 model answered: "page" (28 characters, for Ann and eve) [1 ms]
dan<   22:13:27 gate: "page" allowed; an answer, speaks; player, from Ann, bob and eve, for everyone; reaches everyone; needs a guest, is a player, wanted by a player
dan<   22:13:27 "page": done: (11 characters, for Ann and eve)
dan<   22:13:27 ends: terminal_tool after 1 of 3 questions, 1 calls succeeded, 2 ms
dan< Eve, 2023-11-14 22:13 UTC
dan<   22:13:31 begins: a question passed on by "Ann" (ann): "What about the moon?"; rule: 3 private; trust 100 %; hops 2
dan<   22:13:31 comes to mind: nothing
dan<   22:13:31 asks the model (question 1): 0 records and 0 memories that everyone may read; integrity Player, about 424 tokens, tools 6 x 657 bytes, rules 1 x 791 bytes, events 1 x 250 bytes, hash 64569af3b17d68cb; made of stimulus 1 x (player, from Ann, bob and eve, for everyone), moment 1 x (author, from nobody, for everyone); tools page noop inspect_location inspect search_objects recall_memories
dan<   22:13:31 model answered: "noop" [1 ms]
dan<   22:13:31 ends: noop after 1 of 3 questions, 0 calls succeeded, 2 ms
