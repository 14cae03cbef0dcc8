# Of what is left of a character's budget those have the second half who used less of their own; and the
# staff are bound by no account.
machine only
budget account 5 questions
budget character 6 questions
player bob in town/square
player cyd in town/square
staff wiz in town/square
assistant ann in town/square
  topic gate: North of here.
  excuse One at a time.
bob> say to ann one?
ann! say {"to": "Bob", "text": "First."}
bob> say to ann two?
ann! say {"to": "Bob", "text": "Second plum."}
bob> say to ann three?
ann! say {"to": "Bob", "text": "Third of the old pears."}
bob> say to ann four?
ann! say {"to": "Bob", "text": "Never mind what was before."}
bob< You ask Ann, "one?"
bob< Ann says to you, "First."
bob< You ask Ann, "two?"
bob< Ann says to you, "Second plum."
bob< You ask Ann, "three?"
bob< Ann says to you, "Third of the old pears."
bob< You ask Ann, "four?"
bob< Ann says to you, "Never mind what was before."
# He has one left, and she has two; but they are for others.
bob> say to ann where is the gate?
bob< You ask Ann, "where is the gate?"
bob< Ann says to you, "North of here."
wiz> why ann
wiz<...
wiz<* *over the budget of the character in questions: the script answers
wiz<...
wiz<* *ends*
cyd> say to ann and I?
ann! say {"to": "Cyd", "text": "You first, since you seldom ask."}
cyd<...
cyd< Ann says to you, "You first, since you seldom ask."
wiz> say to ann and I?
ann! say {"to": "Wiz", "text": "Whatever the staff want."}
wiz<...
wiz< Ann says to you, "Whatever the staff want."
