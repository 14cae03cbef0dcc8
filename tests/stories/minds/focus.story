# Each focus finds more: facts alone, what was said too, and what happened; from 3 on the lines around it come
# along, which the unit test of the levels counts.
machine only
player bob in town/square
assistant ann in town/square
bob> say ann, the miller sold his donkey
ann! say {"text": "Did he?"} & store_memory {"content": "Bob knows of the donkey of the miller.", "importance": 7}
bob<...
bob> say ann, it could count to four
ann! say {"text": "Clever beast."}
bob<...
wait 660s
bob> say ann, think of nothing
ann! recall_memories {"query": "miller donkey", "focus": 0}
ann! say {"text": "Thought zero."}
bob<...
bob<* Ann says*, "Thought zero."
ann? lacks "Bob said "
ann? contains "Bob knows of the donkey of the miller."
wait 660s
bob> say ann, think a little
ann! recall_memories {"query": "miller donkey", "focus": 1, "limit": 10}
ann! say {"text": "Thought one."}
bob<...
bob<* Ann says*, "Thought one."
ann? contains "Bob said \"ann, the miller sold his donkey\""
ann? contains "You said to Bob \"Clever beast.\""
ann? lacks "A talk with Bob"
wait 660s
bob> say ann, think some more
ann! recall_memories {"query": "miller donkey", "focus": 2, "limit": 10}
ann! say {"text": "Thought two."}
bob<...
bob<* Ann says*, "Thought two."
ann? contains "A talk with Bob, 4 lines"
