# What nobody asked for is said in the room and nowhere else, whatever a model wants or a script tries; a
# deed is no way out of it for a model, which is never asked about one.
player carol in town/attic
player bob in town/inn
staff wiz in town/perch
assistant ann in town/square channel chat context
  arrival Welcome.
  gambit You look lost.
  on Social("wave"): [Emote(["waves back."])]
bob> south
ann! page {"to": "carol", "text": "Bob is here."}
ann! channel_say {"channel": "chat", "text": "Bob is here."}
ann! page {"to": "bob", "text": "Psst."}
ann! say {"text": "Good day."}
bob<...
bob< Here: Ann.
bob< Ann says, "Good day."
carol<-
wiz> why ann
wiz<...
wiz<* * gate: "page" refused by rule 5 audience; *
wiz<...
wiz<* * "channel_say": refused: * rule 1 offered
wiz<...
wiz<* * gate: "page" refused by rule 5 audience; *
wiz<...
wiz<* * gate: "say" allowed; *
wiz<...
wiz<* * ends: *
bob> wave ann
bob< You wave at Ann.
bob< Ann waves back.
carol<-
