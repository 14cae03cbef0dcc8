# A model that writes plain text: it is told what the script would say, its words are spoken as the
# character was spoken to, and a gesture before them is shown.
machine only
model Words All
player bob in town/square
player cyd in town/square
assistant ann in town/square
  topic sea: It is wet, {speaker}.
bob> say to ann what of the sea?
ann! text *nods* The sea is wet, Bob.
ann? contains "what of the sea?"
ann? contains "(Say in your own words: "It is wet, Bob.")"
ann? lacks "{"t""
bob< You ask Ann, "what of the sea?"
bob< Ann nods.
bob< Ann says to you, "The sea is wet, Bob."
bob> whisper ann and the sea at night?
ann! text Ann: "Wetter still."
ann? contains "Bob (whispering): and the sea at night?"
ann? contains "(Say in your own words: "It is wet.")"
bob< You whisper to Ann, "and the sea at night?"
bob< Ann whispers to you, "Wetter still."
cyd< Bob asks Ann, "what of the sea?"
cyd< Ann nods.
cyd< Ann says to Bob, "The sea is wet, Bob."
