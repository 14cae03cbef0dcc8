# A persona narrows what its thoughts may do, and staff see what is left.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get
  contexts {order: (max_steps: 2, mode: ReactLoop, without: ["emote"]), autonomous: (share: 5), event: (lean: true, deadline_seconds: 9, messages: 1)}
wiz> @npc show ann brief
wiz< What thoughts of Ann may do at most
wiz<   event: react_loop, 5 questions, 9 s, 1 message, no memories
wiz<   deed: react_loop, no question, 60 s
wiz<   gambit: react_loop, no question, 60 s
wiz<   order: react_loop, 2 questions, 60 s, no memories, without emote
wiz<   time_capsule: react_loop, 5 questions, 60 s, no memories
wiz<   autonomous: single_action, 1 question, 60 s, 5 % of its budget
wiz<   reflection: react_loop, 3 questions, 60 s, 10 % of its budget
wiz<   reflection_continued: react_loop, 2 questions, 60 s, 10 % of its budget
wiz<   consolidation: react_loop, 5 questions, 60 s, 10 % of its budget
wiz<   goal_decomposition: single_action, 1 question, 60 s, no memories, 10 % of its budget
wiz<   pre_compaction: react_loop, 5 questions, 60 s, 10 % of its budget
wiz<   delegated: react_loop, 3 questions, 60 s, 25 % of its budget
wiz> order ann Take the pear and tell everybody, and then put it down again.
ann! emote {"text": "grins."}
ann! page {"to": "wiz", "text": "No."}
wiz< You order Ann, "Take the pear and tell everybody, and then put it down again."
wiz< Ann pages you, "No."
ann? lacks "plan"
bob> say ann, what is new?
ann! say {"text": "A fair is coming."} & say {"text": "And a king."}
bob< You ask, "ann, what is new?"
bob< Ann says, "A fair is coming."
bob<-
