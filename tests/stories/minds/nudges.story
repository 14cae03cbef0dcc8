# Somebody who waits while a model only looks is not forgotten: after three replies without a word for
# them, and after five, the model is told so.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
wiz> @npc set ann max_steps 9
wiz< max_steps of ann is 9 now.
bob> say ann, what is there to see here, and where, and who has it, and is it worth it; tell me all?
ann! inspect {"target": "bob"}
ann! inspect {"target": "pear"}
ann! say {"text": "Ann and Bob."}
ann? lacks "Somebody waits for a word"
bob< You ask, "ann, what is there to see here, and where, and who has it, and is it worth it; tell me all?"
bob< Ann says, "Ann and Bob."
bob> say ann, what is there to do here, and where, and who does it, and is it worth it; tell me all?
ann! inspect {"target": "bob"}
ann! inspect {"target": "pear"}
ann! recall_memories {"query": "the old mill"}
ann! say {"text": "Nothing, Bob."}
ann? contains "Somebody waits for a word"
bob< You ask, "ann, what is there to do here, and where, and who does it, and is it worth it; tell me all?"
bob< Ann says, "Nothing, Bob."
bob> say ann, what is there to see here, and where, and who has it, and is it worth it; tell me all?
ann! inspect {"target": "bob"}
ann! inspect {"target": "pear"}
ann! recall_memories {"query": "the old mill"}
ann! inspect {"target": "sign"}
ann! recall_memories {"query": "the sign"}
ann! say {"text": "Little, Bob."}
ann? contains "You have kept somebody waiting for long"
bob< You ask, "ann, what is there to see here, and where, and who has it, and is it worth it; tell me all?"
bob< Ann says, "Little, Bob."
