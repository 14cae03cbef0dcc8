# Among the town's own, other words for yes and no answer an offer; among players they are said.
machine only
player bob in town/square
assistant ann in town/square
  offer (id: "tour", what: "a walk to the attic", unless: "No.", does: Escort(to: "town/attic"))
bob> say show me the attic
ann! offer {"id": "tour"}
ann! noop
bob< You say, "show me the attic"
bob< Ann offers you a walk to the attic. Type accept or decline.
bob> nah
bob< You decline what Ann offers.
bob> say show me the attic
ann! offer {"id": "tour"}
ann! noop
bob< You say, "show me the attic"
bob< Ann offers you a walk to the attic. Type accept or decline.
bob> yes please
bob< You nod, and off you go together.
bob> stop
bob< You stay where you are, and Ann leads you no further.
bob> say show me the attic
ann! offer {"id": "tour"}
ann! noop
bob< You say, "show me the attic"
bob< Ann offers you a walk to the attic. Type accept or decline.
bob> sure!
bob< You nod, and off you go together.
