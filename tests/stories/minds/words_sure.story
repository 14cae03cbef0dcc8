# What the script is sure of it says itself, and a model is asked about the rest.
machine only
model Words Sure
player bob in town/square
assistant ann in town/square
  topic sea: It is wet, {speaker}.
bob> say to ann what of the sea?
bob< You ask Ann, "what of the sea?"
bob< Ann says, "It is wet, Bob."
bob> say to ann who taught you to whistle?
ann! text My aunt did, and regretted it.
ann? contains "who taught you to whistle?"
bob< You ask Ann, "who taught you to whistle?"
bob< Ann says, "My aunt did, and regretted it."
