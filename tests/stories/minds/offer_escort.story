# An assistant walks with somebody, step by step, and goes home again.
machine only
player bob in town/square
assistant ann in town/square
  offer (id: "tour", what: "a walk to the attic", unless: "No.", does: Escort(to: "town/attic"))
bob> say show me the attic
ann! offer {"id": "tour"}
ann! noop
bob< You say, "show me the attic"
bob< Ann offers you a walk to the attic. Type accept or decline.
bob> accept
bob< You nod, and off you go together.
wait 2s
bob< Ann leaves north.
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Ann.
wait 2s
bob< Ann leaves up.
bob< The Attic
bob< Dust and beams.
bob< Exits: down, up.
bob< Here: Ann.
wait 60s
bob< Ann leaves down.
