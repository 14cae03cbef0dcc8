# Staff send a character to sleep and wake it; it sleeps outside of its routine too, until somebody speaks to it.
machine only
day 24 minutes
player bob in town/inn
staff dan in town/square
assistant ann in town/square scripted
  topic weather: It rains.
dan> @npc sleep ann
dan< Ann falls asleep. To wake it: @npc wake ann
dan> look
dan< The Square
dan< A square with a well.
dan< Exits: north.
dan< You see a red apple, a green apple, a pear, a stone statue.
dan< Here: Ann (asleep).
dan> @npc sleep ann
dan< Ann cannot fall asleep: it sleeps already.
dan> @npc wake ann
dan< Ann wakes up.
dan> @npc wake ann
dan< Ann is awake.
wait 60s
dan> @npc sleep ann
dan< Ann falls asleep. To wake it: @npc wake ann
wait 20s
bob> go south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann (asleep) and Dan.
bob> say ann, how is the weather?
bob< You ask Ann, "ann, how is the weather?"
bob< Ann says to you, "It rains."
wait 5s
dan< Bob arrives from the north.
dan< Bob asks Ann, "ann, how is the weather?"
dan< Ann says to Bob, "It rains."
dan> @npc sleep ann
dan< Ann cannot fall asleep: it talks or walks; try again in a minute.
wait 60s
dan> why ann
dan< Changes of the mind itself
dan<   22:13:20 woken by "Dan" (dan)
dan<   22:14:20 sent to sleep by "Dan" (dan)
dan<   22:14:40 wakes up
dan< Ann, 2023-11-14 22:14 UTC
dan<   22:14:40 begins: event by "Bob" (bob): "ann, how is the weather?"; rule: 2 addressed; trust 70 %; hops 0
dan<   22:14:40 comes to mind: nothing
dan<   22:14:40 asks the model (question 1): 1 records and 0 memories that everyone may read; integrity Player, about 666 tokens, tools 11 x 1652 bytes, rules 1 x 791 bytes, events 1 x 224 bytes, hash 7a83b27711f807f4; made of stimulus 1 x (player, from Bob, for everyone), transcript 1 x (player, from Bob, for everyone), moment 1 x (author, from nobody, for everyone); tools say whisper page emote noop inspect_location inspect search_objects recall_memories store_memory feel
dan<   22:14:40 model answered: "say" {"text": "It rains.", "to": "bob"} [1 ms]
dan<   22:14:40 gate: "say" allowed; an answer, speaks; player, from ann and Bob, for everyone; reaches everyone; needs a guest, is a player, wanted by a player
dan<   22:14:40 "say": done
dan<   22:14:40 ends: terminal_tool after 1 of 5 questions, 1 calls succeeded, 3 ms
