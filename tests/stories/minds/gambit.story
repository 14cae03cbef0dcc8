# A visitor who stands about is spoken to once a visit, and again on the next one when ten minutes are over.
machine only
staff wiz in town/inn
assistant ann in town/square scripted
  gambit You look lost, {speaker}.
player bob in town/inn
bob> south
bob<...
bob< Here: Ann.
wait 19s
bob<-
wait 1s
bob< Ann says, "You look lost, Bob."
ann= terminal_tool
wiz> why ann
wiz< Bob leaves south.
wiz< Ann, 2023-11-14 22:13 UTC
wiz<   22:13:40 begins: routine: gambit by "Bob" (bob): ""; rule: 8 otherwise; trust 0 %; hops 0; somebody stands about: one of its gambits, and no model is asked
wiz<   22:13:40 script answers: "say" {"text": "You look lost, Bob."}; made of stimulus 1 x (player, from Bob, for everyone), moment 1 x (author, from nobody, for everyone)
wiz<   22:13:40 gate: "say" allowed; an answer, speaks; player, from ann and Bob, for everyone; reaches everyone; needs a guest, is a player, wanted by a player
wiz<   22:13:40 "say": done
wiz<   22:13:40 ends: terminal_tool after 1 of 5 questions, 1 calls succeeded, 1 ms
wait 3600s
bob<-
bob> north
bob<...
bob> south
bob<...
bob< Here: Ann.
wait 20s
bob< Ann says, "You look lost, Bob."
bob> north
bob<...
bob> south
bob<...
bob< Here: Ann.
wait 590s
bob<-
wait 10s
bob< Ann says, "You look lost, Bob."
