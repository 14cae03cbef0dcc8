# A greeting, for which nobody waits, gives way to words.
machine only
model Tools All
player bob in town/inn
assistant ann in town/square
  arrival Welcome, {speaker}.
bob> south
ann! after 20s say {"text": "Welcome, Bob."}
ann? contains "came in"
bob<...
bob< Here: Ann.
wait 3s
bob> say to ann who taught you to whistle?
ann! say {"text": "My aunt did, and regretted it."}
ann? contains "who taught you to whistle?"
bob<...
bob< Ann says, "My aunt did, and regretted it."
