# An assistant opens a door for those who meet its condition, and it falls shut.
machine only
player bob in town/inn
assistant ann in town/inn
  offer (id: "door", what: "to open the cellar", when: [Carries("pear")], unless: "Bring a pear.", does: Open(room: "town/inn", direction: East, seconds: 30))
bob> say open the cellar
ann! offer {"id": "door"}
ann! say {"text": "Bring a pear first."}
bob< You say, "open the cellar"
bob< Ann says, "Bring a pear first."
bob> south
bob> get pear
bob> north
bob<...
bob> say open the cellar now
ann! offer {"id": "door"}
ann! noop
bob<* You say, *
bob< The cellar door swings open.
bob> east
bob< The Cellar
bob< Cool and dark. A hatch is shut.
bob< Exits: west (the cellar door).
wait 31s
bob< The cellar door falls shut.
bob> west
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Ann.
