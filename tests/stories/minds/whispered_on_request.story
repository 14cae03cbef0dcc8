# What a character whispers to one at the wish of another is known to the two of them: neither the one who
# wished it nor anybody who comes later is asked about in its light.
player bob in town/square
player cyd in town/square
player eve in town/square
assistant ann in town/square
bob> say to ann Whisper the word to Cyd, please.
ann! whisper {"to": "cyd", "text": "The word is plum."}
bob< You say to Ann, "Whisper the word to Cyd, please."
cyd<...
cyd< Ann whispers to you, "The word is plum."
# He sees that she heard him.
bob< Ann looks at Bob and says nothing.
bob> say to ann What did you tell Cyd?
ann! say {"text": "Ask Cyd."}
ann? lacks "plum"
bob< You ask Ann, "What did you tell Cyd?"
bob< Ann says, "Ask Cyd."
eve> say to ann What is the word?
ann! say {"text": "What word?"}
ann? lacks "plum"
eve<...
eve< Ann asks, "What word?"
cyd> whisper ann What was it?
ann! whisper {"to": "cyd", "text": "You know it."}
ann? contains "The word is plum."
cyd<...
cyd< Ann whispers to you, "You know it."
