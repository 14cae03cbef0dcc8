# Whoever opens a door for somebody tells whom they meet, as they would of anything done before them.
machine only
day 48 minutes
player bob in town/inn
assistant ann in town/inn
  routine 7 town/inn pouring
  tells Have you heard, {speaker}? {rumour}
  offer (id: "door", what: "to open the cellar", when: [Carries("pear")], unless: "Bring a pear.", does: Open(room: "town/inn", direction: East, seconds: 30))
  on Met: [If(News, [Tell], [Reply(["Well met, {speaker}."])])]
  on Chatted: [If(News, [Tell], [Reply(["So it is, {speaker}."])])]
  on Told: [Reply(["Is that so, {speaker}."])]
assistant eve in town/attic scripted
  routine 7 town/attic airing the beds
  routine 9 town/inn reading
  tells They say it in the inn. {rumour}
  on Met: [If(News, [Tell], [Reply(["Well met, {speaker}."])])]
  on Chatted: [If(News, [Tell], [Reply(["So it is, {speaker}."])])]
  on Told: [Reply(["Is that so, {speaker}."])]
bob> south
bob<...
bob> get pear
bob<...
bob> north
bob<...
bob> say to ann open the cellar
ann! offer {"id": "door"}
ann! say {"text": "Mind the step."}
bob< You say to Ann, "open the cellar"
bob< The cellar door swings open.
bob< Ann says, "Mind the step."
wait 400s
bob< The cellar door falls shut.
bob< Eve arrives from above.
bob< Ann says to Eve, "Have you heard, Eve? Bob had me open the cellar door at the Inn."
bob< Eve says to Ann, "Is that so, Ann."
