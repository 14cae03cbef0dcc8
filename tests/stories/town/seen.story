# The people of the town say whom they saw, and that they saw nobody else.
world content
player bob in town/square
player cyd in town/inn
player dan in town/market
bob> say pip, have you seen Cyd?
bob< You ask, "pip, have you seen Cyd?"
bob< Pip says, "I have not seen Cyd of late, and I go by what I see."
bob> say pip, has dan been here?
bob< You ask, "pip, has dan been here?"
bob< Pip says, "I have not seen Dan of late, and I go by what I see."
cyd> west
cyd<...
cyd< Pip asks you, "Cyd, is it? You are new, and I was first to see it! Pip is my name. Ask me: what can I do here?"
bob> say pip, is Cyd still here?
bob< Cyd arrives from the east.
bob< Pip asks Cyd, "Cyd, is it? You are new, and I was first to see it! Pip is my name. Ask me: what can I do here?"
bob< You ask Pip, "pip, is Cyd still here?"
bob< Pip says to you, "Cyd is here with us; that much I saw myself."
cyd<...
cyd< Pip says to Bob, "Cyd is here with us; that much I saw myself."
cyd> north
cyd<...
cyd< Here: Bram (sweeping towards the gate).
bob> say pip, have you seen Cyd?
bob< Cyd leaves north.
bob< You ask, "pip, have you seen Cyd?"
bob< Pip says, "Cyd left north, just now, Bob; that much I saw myself."
bob> say pip, has cyd been here?
bob< You ask, "pip, has cyd been here?"
bob< Pip says, "Cyd left north, just now; that much I saw myself."
bob> say pip, who was here?
bob< You ask, "pip, who was here?"
bob< Pip says, "Cyd; nobody else whom I saw of late."
bob> say pip, did you see Zork?
bob< You ask, "pip, did you see Zork?"
bob<* Pip says, "Zork? *"
bob> say pip, who opened the gate?
bob< You ask, "pip, who opened the gate?"
bob< Pip says, "If anybody did, Bob, it was not before my eyes."
