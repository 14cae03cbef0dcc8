# Whoever goes through a door that was opened for somebody else is noticed, once; whoever had it held open is not.
machine only
player bob in town/square
player cyd in town/square
player eva in town/inn
player fay in town/inn
player gus in town/inn
assistant ann in town/inn
  offer (id: "door", what: "to open the cellar", unless: "No.", does: Open(room: "town/inn", direction: East, seconds: 300))
assistant dora in town/inn scripted
  on Followed: [Say(["Who goes there?"])]
bob> north
cyd> north
bob> say to ann open the cellar
ann! offer {"id": "door"}
ann! say {"text": "Mind the step."}
bob<...
bob< The cellar door swings open.
bob> east
wait 30s
cyd> say to ann open the cellar for me too
ann! offer {"id": "door"}
ann! say {"text": "Mind it too."}
cyd<...
cyd< The cellar door stays open a little longer.
cyd< Ann says, "Mind it too."
wait 200s
cyd> east
gus<...
gus< Cyd leaves east.
eva> east
gus< Eva leaves east.
gus< Dora asks, "Who goes there?"
fay> east
gus< Fay leaves east.
gus<-
