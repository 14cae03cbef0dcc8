# A goal with a predicate is completed by the engine and by nobody else: what visitors do before everybody
# counts, over a restart too, and not what one alone does twice; an unkind act sets it back.
machine only
staff wiz in town/inn
player bob in town/square
player cyd in town/square
player dan in town/square
assistant ann in town/square scripted
  offer (id: "mug", what: "a mug", unless: "No.", does: Trade(gives: ["mug"]), asks: ["mug"], says: ["Here."])
  topic working: {goal} | I rest.
  goal (name: "mugs", text: "give three mugs away", needs: (on: [Accepted("mug")], count: Visitors(3), spoiled_by: [Quarrel]), says: ["Three mugs to give away. I have {count} of {needed}, and {left} left."], again: 2)
  on Reached("mugs"): [Say(["All mugs are gone, {speaker}!"])]
  on Spoiled("mugs"): [Say(["Now I begin again."])]
bob> say ann, what are you working on
bob< You say to Ann, "ann, what are you working on"
bob< Ann says to you, "Three mugs to give away. I have none of three, and three left."
bob> say ann, a mug
bob> accept
bob< You say to Ann, "ann, a mug"
bob< Ann offers you a mug. Type accept or decline.
bob< Ann says to you, "Here."
bob< You get a mug of ale from Ann.
wait 30s
bob> say ann, a mug
bob> accept
bob< You say to Ann, "ann, a mug"
bob< Ann offers you a mug. Type accept or decline.
bob< Ann says to you, "Here."
bob< You get a mug of ale from Ann.
bob> say ann, what are you working on
cyd< Bob says to Ann, "ann, what are you working on"
cyd< Ann says to Bob, "Three mugs to give away. I have none of three, and three left."
cyd< Bob says to Ann, "ann, a mug"
cyd< Ann offers Bob a mug.
cyd< Ann says to Bob, "Here."
cyd< Bob gets a mug of ale from Ann.
cyd< Bob says to Ann, "ann, a mug"
cyd< Ann offers Bob a mug.
cyd< Ann says to Bob, "Here."
cyd< Bob gets a mug of ale from Ann.
cyd< Bob says to Ann, "ann, what are you working on"
cyd< Ann says to Bob, "Three mugs to give away. I have one of three, and two left."
cyd> glare at dan
cyd< You glare at Dan.
cyd< Ann says, "Now I begin again."
wiz> @npc goals ann
wiz< What Ann wants
wiz<   1. give three mugs away (open, priority 5, 0 of 3, by the game, version 3)
wait 30s
bob> say ann, a mug
bob> accept
bob< You say to Ann, "ann, what are you working on"
bob< Ann says to you, "Three mugs to give away. I have one of three, and two left."
bob< Cyd glares at Dan.
bob< Ann says, "Now I begin again."
bob< You say to Ann, "ann, a mug"
bob< Ann offers you a mug. Type accept or decline.
bob< Ann says to you, "Here."
bob< You get a mug of ale from Ann.
cyd> say ann, a mug
cyd> accept
cyd< Bob says to Ann, "ann, a mug"
cyd< Ann offers Bob a mug.
cyd< Ann says to Bob, "Here."
cyd< Bob gets a mug of ale from Ann.
cyd< You say to Ann, "ann, a mug"
cyd< Ann offers you a mug. Type accept or decline.
cyd< Ann says to you, "Here."
cyd< You get a mug of ale from Ann.
restart
cyd> say ann, what are you working on
cyd< You say to Ann, "ann, what are you working on"
cyd< Ann says to you, "Three mugs to give away. I have two of three, and one left."
wiz> @npc goals ann done 1
wiz< Goal 1 is done when what it takes has happened; only the game completes it.
dan> say ann, a mug
dan> accept
dan< Cyd says to Ann, "ann, what are you working on"
dan< Ann says to Cyd, "Three mugs to give away. I have two of three, and one left."
dan< You say to Ann, "ann, a mug"
dan< Ann offers you a mug. Type accept or decline.
dan< Ann says to you, "Here."
dan< You get a mug of ale from Ann.
dan< Ann says to you, "All mugs are gone, Dan!"
wiz> why ann 2
wiz< Heard, and passed over
wiz<   22:14:20 goal 1 updated, version 4, open, 33 %, by "Bob" (bob): "give three mugs away"
wiz<   22:14:20 takes note of what goes round (deed 42330a231aef095f, told on 0 times): "Bob got a mug of ale from me at the Square, just now."
wiz<   22:14:20 goal 1 updated, version 5, open, 66 %, by "Cyd" (cyd): "give three mugs away"
wiz<   22:14:20 takes note of what goes round (deed cffc745eb1b4fae1, told on 0 times): "Cyd got a mug of ale from me at the Square, just now."
wiz<   22:14:20 goal 1 completed, version 7, done, 100 %, by "Dan" (dan): "give three mugs away"
wiz<   22:14:20 takes note of what goes round (deed c7e1df8cc78ca92a, told on 0 times): "Dan got a mug of ale from me at the Square, just now."
wiz< Ann, 2023-11-14 22:14 UTC
wiz<   22:14:20 begins: event by "Dan" (dan): "ann, a mug"; rule: 2 addressed; trust 70 %; hops 0
wiz<   22:14:20 comes to mind: note 16 "Cyd got a mug of ale from me." for "has mug", note 13 "Bob got a mug of ale from me." for "has mug", note 10 "Cyd was unkind to Dan at the Square." for "a deed of theirs"
wiz<   22:14:20 asks the model (question 1): 3 records and 3 memories that everyone may read; integrity Player, about 807 tokens, tools 12 x 1772 bytes, rules 1 x 825 bytes, events 1 x 633 bytes, hash 5e38b4e66f7f9dac; made of stimulus 1 x (player, from Dan, for everyone), transcript 1 x (player, from Dan, for everyone), heard 2 x (player, from ann, Bob and Cyd, for everyone), memories 3 x (player, from Bob and Cyd, for everyone), moment 1 x (author, from nobody, for everyone), rumours 1 x (author, from Cyd, for everyone); tools say whisper page emote noop inspect_location inspect search_objects recall_memories store_memory feel offer
wiz<   22:14:20 model answered: "offer" {"id": "mug"} [1 ms]
wiz<   22:14:20 gate: "offer" allowed; an answer, offers; player, from ann, Bob, Cyd and Dan, for everyone; reaches ann and Dan; needs a guest, is a player, wanted by a player
wiz<   22:14:20 "offer": done
wiz<   22:14:20 asks the model (question 2): 3 records and 3 memories that everyone may read; integrity Player, about 835 tokens, tools 12 x 1772 bytes, rules 1 x 825 bytes, events 1 x 633 bytes, replies 1 x 17 bytes, results 1 x 26 bytes, hash 9ddb7b2810d243f6; made of stimulus 1 x (player, from Dan, for everyone), transcript 1 x (player, from Dan, for everyone), heard 2 x (player, from ann, Bob and Cyd, for everyone), memories 3 x (player, from Bob and Cyd, for everyone), moment 1 x (author, from nobody, for everyone), rumours 1 x (author, from Cyd, for everyone), before 1 x (player, from ann, Bob, Cyd and Dan, for everyone); tools say whisper page emote noop inspect_location inspect search_objects recall_memories store_memory feel offer
wiz<   22:14:20 model answered: "say" {"text": "Here.", "to": "dan"} [1 ms]
wiz<   22:14:20 gate: "say" allowed; an answer, speaks; player, from ann, Bob, Cyd and Dan, for everyone; reaches everyone; needs a guest, is a player, wanted by a player
wiz<   22:14:20 "say": done
wiz<   22:14:20 ends: terminal_tool after 2 of 5 questions, 2 calls succeeded, 5 ms
wiz< Ann, 2023-11-14 22:14 UTC
wiz<   22:14:20 begins: deed by "Dan" (dan): ""; rule: 3b deed; trust 0 %; hops 0; a deed: what the persona says to it, and no model is asked
wiz<   22:14:20 script answers: "say" {"text": "All mugs are gone, Dan!"}; made of stimulus 1 x (engine, from Dan, for everyone), heard 4 x (player, from ann, Bob, Cyd and Dan, for everyone), moment 1 x (author, from Dan, for everyone), rumours 1 x (author, from Cyd, for everyone)
wiz<   22:14:20 gate: "say" allowed; an answer, speaks; player, from ann, Bob, Cyd and Dan, for everyone; reaches everyone; needs a guest, is a player, wanted by a player
wiz<   22:14:20 "say": done
wiz<   22:14:20 ends: terminal_tool after 1 of 5 questions, 1 calls succeeded, 1 ms
dan> say ann, what are you working on
dan< You say to Ann, "ann, what are you working on"
dan< Ann says to you, "I rest."
wait 172900s
dan> say ann, what are you working on
dan< You say to Ann, "ann, what are you working on"
dan< Ann says to you, "Three mugs to give away. I have none of three, and three left."
