# The same words to another question are asked for once more, and then the script answers; so is a
# command that does not exist.
machine only
model Words Sure
player bob in town/square
assistant ann in town/square
  excuse Forgive me, I was far away.
bob> say to ann who taught you to whistle?
ann! text My aunt taught me to whistle when I was six years old.
bob< You ask Ann, "who taught you to whistle?"
bob< Ann says, "My aunt taught me to whistle when I was six years old."
bob> say to ann why is the moon so thin tonight?
ann! text My aunt taught me to whistle when I was six years old.
ann! text Somebody has had a slice of it.
ann? contains "Not again: "My aunt taught me"
bob< You ask Ann, "why is the moon so thin tonight?"
bob< Ann says, "Somebody has had a slice of it."
bob> say to ann how do I climb up there?
ann! text Type climb-moon, Bob.
ann! text Just type `fly up` and hold tight.
bob< You ask Ann, "how do I climb up there?"
bob< Ann says, "Forgive me, I was far away."
