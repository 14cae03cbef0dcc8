# Rule 8: a look at something costs one more question, and where there is none left the script answers.
machine only
budget account 1 questions
player bob in town/square
staff wiz in town/square
assistant ann in town/square
  topic gate: North of here.
bob> say to ann where is the gate?
ann! recall_memories {"query": "the gate"}
bob< You ask Ann, "where is the gate?"
bob< Ann says to you, "North of here."
wiz> why ann
wiz<...
wiz<* *gate: "recall_memories" refused by rule 8 budget; *
wiz<...
wiz<* *script answers: *
wiz<...
wiz<* *ends: *
