# Each guardrail drops what it is for, the model is told what to do instead, and the record names it.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get,drop
wiz> @npc set ann max_steps 9
wiz< max_steps of ann is 9 now.
# The same call twice, and two that take turns.
bob> say ann, what do I carry?
ann! inspect {"target": "bob"} & inspect {"target": "pear"} & inspect {"target": "bob"}
ann! inspect {"target": "pear"}
ann? contains "You made this very call already"
ann! say {"text": "Nothing that I see."}
ann? contains "You go back and forth"
bob< You ask, "ann, what do I carry?"
bob< Ann says, "Nothing that I see."
wiz> why ann
wiz<...
wiz<* *dropped: identical, back and forth, * ms
# The same search in other words, and a look around that stays the same.
bob> say ann, what goes on at the old mill?
ann! recall_memories {"query": "the old mill"}
ann! recall_memories {"query": "mill, the old"} & inspect_location
ann! inspect_location
ann! inspect_location {"detail_level": "full"}
ann! inspect_location {"detail_level": "brief"}
ann! say {"text": "Nothing that I know of."}
ann? contains "You looked twice"
bob< You ask, "ann, what goes on at the old mill?"
bob< Ann says, "Nothing that I know of."
wiz> why ann
wiz<...
wiz<* *dropped: same search, polling, * ms
# More than two messages, what was said before to another question, and nearly so.
bob> say ann, tell me three things
ann! say {"text": "Water is wet in every well."} & say {"text": "Stones are hard."} & say {"text": "Bread rises."}
bob< You say, "ann, tell me three things"
bob< Ann says, "Water is wet in every well."
bob< Ann says, "Stones are hard."
wiz> why ann
wiz<...
wiz<* *dropped: message cap, * ms
bob> say ann, and what else is there to know?
ann! say {"text": "Water is wet in every well."}
ann! say {"text": "Geese are loud."} & say {"text": "Water is very wet in every well!"}
bob< You ask, "ann, and what else is there to know?"
bob< Ann says, "Geese are loud."
wiz> why ann
wiz<...
wiz<* *dropped: repeated, similar, * ms
# The words of an assistant program.
bob> say ann, who made you?
ann! say {"text": "As an AI language model, I cannot answer that."}
ann! say {"text": "My mother, I should think."}
bob< You ask, "ann, who made you?"
bob< Ann says, "My mother, I should think."
wiz> why ann
wiz<...
wiz<* *dropped: out of character, * ms
# Word upon word, and nothing done.
wiz> order ann Take the pear.
ann! page {"to": "wiz", "text": "At once."}
ann! page {"to": "wiz", "text": "It is as good as done."}
wiz< You order Ann, "Take the pear."
wiz< Ann pages you, "At once."
wiz> why ann
wiz<...
wiz<* *reviewed for ACK_ONLY, dropped: status only, * ms
