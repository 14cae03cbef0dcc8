# A newer line of the same speaker takes the place of a young question, and is answered by the model;
# an older question is answered first, and then the newest line.
machine only
model Words All
player bob in town/square
assistant ann in town/square
bob> say to ann who taught you to whistle?
ann! after 5s text Nobody hears this.
bob< You ask Ann, "who taught you to whistle?"
wait 1s
bob> say to ann or to sing?
ann! after 5s text My aunt taught me both.
ann? contains "who taught you to whistle?"
wait 3s
bob> say to ann and to dance?
ann! text That I taught myself.
wait 12s
bob< You ask Ann, "or to sing?"
bob< You ask Ann, "and to dance?"
bob< Ann says, "My aunt taught me both."
bob< Ann says, "That I taught myself."
