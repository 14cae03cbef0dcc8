# Deeds that a character has an answer to are answered by its script; all others it only saw.
player bob in town/square
player cyd in town/square
assistant ann in town/square scripted
  topic hello: Good day, {speaker}.
  on Social("hug"): [Regard(+5), Emote(["hugs {speaker} back."])]
  on Left: [Emote(["looks after {speaker}."])]
  on Quarrel: [Regard(-20), Say(["Be kind, {speaker}."])]
cyd> hug ann
cyd< You hug Ann.
cyd< Ann hugs Cyd back.
cyd> hug bob
cyd< You hug Bob.
cyd> glare at bob
cyd< You glare at Bob.
cyd< Ann says to you, "Be kind, Cyd."
cyd> say to ann hello
cyd< You say to Ann, "hello"
cyd< Ann says to you, "Good day, Cyd."
cyd> north
cyd< The Inn
cyd< A warm room.
cyd< Exits: south, up, east (shut: the cellar door).
bob> say to ann hello
bob< Cyd hugs Ann.
bob< Ann hugs Cyd back.
bob< Cyd hugs you.
bob< Cyd glares at you.
bob< Ann says to Cyd, "Be kind, Cyd."
bob< Cyd says to Ann, "hello"
bob< Ann says to Cyd, "Good day, Cyd."
bob< Cyd leaves north.
bob< Ann looks after Cyd.
bob< You say to Ann, "hello"
bob< Ann says, "Good day, Bob."
bob> north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Cyd.
