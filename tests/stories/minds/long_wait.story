# Whoever waits for a model sees after a moment that the character thinks, and hears so after nine
# seconds; neither is part of what the model is shown of the talk.
machine only
model Words All
player bob in town/square
player cyd in town/square
assistant ann in town/square
  moment ponder: looks up.
  moment thinking: Let me see.
bob> say ann, what is the sea like?
ann! after 12s text It is wet, Bob.
wait 2s
bob< You ask Ann, "ann, what is the sea like?"
bob< Ann looks up.
wait 8s
bob< Ann says, "Let me see."
wait 4s
bob< Ann says to you, "It is wet, Bob."
bob> say ann, and the sky?
ann! text Blue as a plum.
ann? contains "ann, and the sky?"
ann? lacks "Let me see"
ann? lacks "looks up"
bob< You ask Ann, "ann, and the sky?"
bob< Ann says to you, "Blue as a plum."
bob> whisper ann and the night?
ann! after 12s text Black.
wait 14s
bob< You whisper to Ann, "and the night?"
bob< Ann whispers to you, "Black."
cyd< Bob asks Ann, "ann, what is the sea like?"
cyd< Ann looks up.
cyd< Ann says, "Let me see."
cyd< Ann says to Bob, "It is wet, Bob."
cyd< Bob asks Ann, "ann, and the sky?"
cyd< Ann says to Bob, "Blue as a plum."
