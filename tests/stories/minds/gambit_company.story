# Nobody is interrupted: while two talk, and for a minute after it, nothing is said to them; then one of
# the two characters speaks, and the other one only when a minute has passed.
machine only
assistant ann in town/square scripted
  gambit The square is quiet today.
assistant cid in town/square talkative 80 scripted
  gambit Mind the step.
player bob in town/square
player carol in town/square
bob> say to carol have you seen the sea?
bob< You ask Carol, "have you seen the sea?"
carol< Bob asks you, "have you seen the sea?"
wait 15s
carol> say to bob not yet.
bob< Carol says to you, "not yet."
carol< You say to Bob, "not yet."
wait 59s
bob<-
carol<-
wait 21s
bob< Cid says to you, "Mind the step."
carol< Cid says to Bob, "Mind the step."
wait 40s
bob<-
wait 30s
bob< Ann says to Carol, "The square is quiet today."
carol< Ann says to you, "The square is quiet today."
wait 600s
bob<-
carol<-
