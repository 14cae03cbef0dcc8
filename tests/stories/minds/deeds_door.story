# Whoever has a door opened is seen by those who stand there, and one of them has an answer to it.
player bob in town/square
player cyd in town/inn
assistant ann in town/inn
  offer (id: "door", what: "to open the cellar", when: [Carries("pear")], unless: "Bring a pear.", does: Open(room: "town/inn", direction: East, seconds: 30))
assistant dora in town/inn scripted
  on Opened: [Emote(["nods at {speaker}, and looks into {thing}."])]
  on Shouted: [Regard(-25)]
bob> get pear
bob< You take a pear.
bob> north
bob<...
bob< Here: Ann, Dora and Cyd.
bob> say to ann open the cellar now
ann! offer {"id": "door"}
ann! feel {"regard": 30, "mood": 30} & say {"text": "Mind the step."}
bob< You say to Ann, "open the cellar now"
bob< The cellar door swings open.
bob< Dora nods at Bob, and looks into the cellar door.
bob< Ann says, "Mind the step."
bob> say to ann thank you
ann! feel {"regard": 30} & say {"text": "Go well."}
ann? contains "cheerful"
ann? contains "acquaintance"
bob< You say to Ann, "thank you"
bob< Ann says, "Go well."
bob> memory
bob<...
bob<*   Ann: talked with you 2 times, last *; thinks of you as an acquaintance.
bob<...
bob< For the notes of one of them: memory NAME. To have it forgotten: forget me.
bob> shout HELLO
bob< You shout, "HELLO"
bob< Ann looks at Bob and says nothing.
bob> memory dora
bob< What Dora keeps of you
bob<   Dora has seen you, and not talked with you; is sour with you.
bob<*   Saw of you: "shouted (*); had Ann open the cellar door (*); came in (*)."
bob<   You had Ann open the cellar door at the Inn, just now. (seen, 100 %, goes round)
bob<   You shouted at the Inn, just now. (seen, 100 %, goes round)
bob<* * UTC: Bob had Ann open the cellar door at the Inn.
bob<* * UTC: Bob shouted at the Inn.
