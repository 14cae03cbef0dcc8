# Over the budget of an account the script answers at once, and the model is not asked; another account
# has its own. Over the budget of lines there is an excuse, and then nothing.
machine only
budget account 1 questions
budget account 3 lines
player bob in town/square
player cyd in town/square
staff wiz in town/square
assistant ann in town/square
  topic gate: North of here.
  excuse One at a time.
bob> say to ann how are you?
ann! say {"to": "Bob", "text": "Well."}
bob< You ask Ann, "how are you?"
bob< Ann says to you, "Well."
bob> say to ann where is the gate?
bob< You ask Ann, "where is the gate?"
bob< Ann says to you, "North of here."
wiz> why ann
wiz<...
wiz<* *over the budget of the account in questions: the script answers*
cyd> say to ann how are you?
ann! say {"to": "Cyd", "text": "Still well."}
cyd<...
cyd< Ann says to you, "Still well."
bob> say to ann and the sea?
bob<...
bob< Ann says to you, "One at a time."
bob> say to ann hello?
bob< You ask Ann, "hello?"
bob<* Ann *
bob<-
wiz> why ann
wiz<...
wiz<* *over the budget of the account in lines*
bob> say to ann hello?
bob< You ask Ann, "hello?"
bob<-
wiz> why ann
wiz<...
wiz<* *(bob) is not answered: over the budget of the account in lines*
wiz> @npc cost
wiz<...
wiz<* *Bob: 1 of 1 questions*
