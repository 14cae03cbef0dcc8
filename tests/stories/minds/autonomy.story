# Whoever may speak nowhere unasked is silent until spoken to; whoever may is heard so often and no more.
machine only
assistant ann in town/square room trigger scripted
  autonomy (may_speak: [])
  arrival Welcome, {speaker}.
  topic weather: It will hold.
assistant cid in town/inn scripted
  autonomy (every: 60)
  arrival Come in, {speaker}.
  gambit Sit down, {speaker}.
player carol in town/square
player bob in town/square
carol> say fine weather
carol< You say, "fine weather"
bob< Carol says, "fine weather"
wait 120s
bob<-
carol<-
bob> say to ann fine weather
bob<...
bob< Ann says to you, "It will hold."
bob> north
bob<...
bob< Cid says, "Come in, Bob."
wait 59s
bob<-
wait 1s
bob< Cid says, "Sit down, Bob."
