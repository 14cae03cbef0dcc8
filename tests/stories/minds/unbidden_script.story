# A script greets on a channel only where its persona lets it speak unasked, and in the room all the same.
player carol in town/cellar
player bob in town/inn
staff wiz in town/perch
assistant ann in town/square channel chat context scripted
  arrival [Channel("chat", ["{speaker} is here."]), Say(["Welcome, {speaker}."])]
assistant cid in town/attic channel chat context scripted
  autonomy (may_speak: [Room, Channel("chat")])
  arrival [Channel("chat", ["{speaker} is up here."]), Say(["Mind the beam, {speaker}."])]
bob> south
bob<...
bob< Here: Ann.
carol<-
wiz> why ann
wiz<...
wiz<* * gate: "channel_say" refused by rule 5 audience; *
wiz<...
wiz<* * ends: *
bob> north
bob<...
bob> up
bob<...
bob< Here: Cid.
bob< [chat] Cid: Bob is up here.
bob< Cid says, "Mind the beam, Bob."
carol< [chat] Cid: Bob is up here.
