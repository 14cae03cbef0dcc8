# What an answer promised is kept by a model too: it is told by the engine what that was when the visitor comes in
# again, and words it once.
machine only
model Tools All
player bob in town/square
assistant ann in town/square
  topic sheet: Come back later and I tell you. => The sheet is dry by now.
  moment keeps-word: A word, {speaker}. {rumour}
bob> say ann, is the sheet ready?
ann! say {"text": "Come back later, Bob, and I shall tell you."}
bob< You ask, "ann, is the sheet ready?"
bob< Ann says, "Come back later, Bob, and I shall tell you."
bob> go north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
wait 300s
bob> go south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann.
ann! say {"text": "Ah, Bob. It has dried."}
wait 90s
bob< Ann says, "Ah, Bob. It has dried."
ann? contains "The sheet is dry by now."
wait 600s
