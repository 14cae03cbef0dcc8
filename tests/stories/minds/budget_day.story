# What the day has cost is known after a restart, when nobody else has used anything.
machine only
budget day 1 questions
player bob in town/square
staff wiz in town/square
assistant ann in town/square
  topic gate: North of here.
bob> say to ann where is the gate?
ann! say {"to": "Bob", "text": "Where it was."}
bob< You ask Ann, "where is the gate?"
bob< Ann says to you, "Where it was."
restart
bob> say to ann where is the gate?
bob< You ask Ann, "where is the gate?"
bob< Ann says to you, "North of here."
wiz> @npc cost
wiz< Bob asks Ann, "where is the gate?"
wiz< Ann says to Bob, "North of here."
wiz< What thoughts cost
wiz<* *today, UTC: 1 of 1 questions, *
wiz<...
wiz<* *ann: 0 of *
