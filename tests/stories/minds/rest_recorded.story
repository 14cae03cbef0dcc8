# Five questions that failed give the mind a rest, which its record tells, and so does it of the end of the rest.
machine only
player bob in town/square
staff wiz in town/inn
assistant ann in town/square
  excuse Forgive me, I was far away.
bob> say to ann 0 of five
ann! fails
bob< You say to Ann, "0 of five"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann 1 of five
ann! fails
bob< You say to Ann, "1 of five"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann 2 of five
ann! fails
bob< You say to Ann, "2 of five"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann 3 of five
ann! fails
bob< You say to Ann, "3 of five"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann 4 of five
ann! fails
bob< You say to Ann, "4 of five"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann and now?
bob< You ask Ann, "and now?"
bob< Ann says, "Forgive me, I was far away."
wiz> why ann
wiz< Changes of the mind itself
wiz<   22:13:20 rests after too many errors of its model, until 2023-11-14 22:18 UTC
wiz< Ann, 2023-11-14 22:13 UTC
wiz<   22:13:20 begins: event by "Bob" (bob): "and now?"; rule: 2 addressed; trust 70 %; hops 0; rests after too many errors: the script answers
wiz<   22:13:20 comes to mind: nothing
wiz<   22:13:20 script answers: "say" {"text": "Forgive me, I was far away."}; made of stimulus 1 x (player, from Bob, for everyone), transcript 11 x (player, from ann and Bob, for everyone), moment 1 x (author, from nobody, for everyone)
wiz<   22:13:20 gate: "say" allowed; an answer, speaks; player, from ann and Bob, for everyone; reaches everyone; needs a guest, is a player, wanted by a player
wiz<   22:13:20 "say": done
wiz<   22:13:20 ends: terminal_tool after 1 of 5 questions, 1 calls succeeded, 2 ms
wait 300s
bob> say to ann and now?
bob< You ask Ann, "and now?"
bob< Ann says, "I am back."
ann! say {"text": "I am back."}
wiz> why ann
wiz< Changes of the mind itself
wiz<   22:13:20 rests after too many errors of its model, until 2023-11-14 22:18 UTC
wiz<   22:18:20 the rest is over: its model answers again
wiz< Ann, 2023-11-14 22:18 UTC
wiz<   22:18:20 begins: event by "Bob" (bob): "and now?"; rule: 2 addressed; trust 70 %; hops 0
wiz<   22:18:20 comes to mind: nothing
wiz<   22:18:20 asks the model (question 1): 13 records and 0 memories that everyone may read; integrity Player, about 786 tokens, tools 11 x 1652 bytes, rules 1 x 791 bytes, events 7 x 541 bytes, replies 6 x 162 bytes, hash 62697252d60acdb1; made of stimulus 1 x (player, from Bob, for everyone), transcript 13 x (player, from ann and Bob, for everyone), moment 1 x (author, from nobody, for everyone); tools say whisper page emote noop inspect_location inspect search_objects recall_memories store_memory feel
wiz<   22:18:20 model answered: "say" {"text": "I am back."} (thought: "I think.") [1 ms]
wiz<   22:18:20 gate: "say" allowed; an answer, speaks; player, from ann and Bob, for everyone; reaches everyone; needs a guest, is a player, wanted by a player
wiz<   22:18:20 "say": done
wiz<   22:18:20 ends: terminal_tool after 1 of 5 questions, 1 calls succeeded, 3 ms
