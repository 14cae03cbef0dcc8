# A model that was to word an answer and says something else, calls itself by name or tells what goes on
# is asked once more, with the answer before it again, and then the script answers.
machine only
model Words All
player bob in town/square
assistant ann in town/square
  topic sea: It is wet, Bob, and nine miles off, beyond the pears.
bob> say to ann what of the sea?
ann! text I like the market best.
ann? contains "(Say in your own words: "It is wet, Bob, and nine miles off, beyond the pears.")"
ann? lacks "is here"
ann! text Nine miles off beyond the pears, Bob, and wet.
ann? contains "(Not again: "I like the market best.")"
ann? contains "(Say in your own words: "It is wet"
bob< You ask Ann, "what of the sea?"
bob< Ann says, "Nine miles off beyond the pears, Bob, and wet."
bob> say to ann tell me of the sea again
ann! text The sea is wet and twelve miles off.
ann! text Bob says, "It is wet, and nine miles off."
bob<...
bob< Ann says, "It is wet, Bob, and nine miles off, beyond the pears."
bob> say to ann who taught you to whistle?
ann! text Nobody, Ann.
ann? contains "(You are in The Square; it is "
ann! text Who taught you to whistle?
bob<...
bob< Ann says, "My thoughts are elsewhere."
