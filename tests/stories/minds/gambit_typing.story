# Whoever types is busy, and whoever is away from the keyboard is not spoken to.
machine only
assistant ann in town/square scripted
  gambit You look lost, {speaker}.
player bob in town/square
player carol in town/inn
bob> page carol are you there?
bob< You page Carol, "are you there?"
wait 15s
bob> page carol hm
bob< You page Carol, "hm"
wait 15s
bob<-
bob> afk
bob< You are away now, until you type something else.
wait 120s
bob<-
