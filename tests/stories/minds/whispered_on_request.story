# A character whispers to nobody but whom it answers: what it is to tell somebody else on request, it does
# not. What it whispered by an order is known to the two of them: nobody else is asked about in its light.
staff wiz in town/inn
player bob in town/square
player cyd in town/square
player eve in town/square
assistant ann in town/square
bob> say to ann Whisper the word to Cyd, please.
ann! whisper {"to": "cyd", "text": "The word is plum."}
ann! say {"text": "Tell Cyd yourself."}
ann? contains "answer the one who spoke to you"
bob< You say to Ann, "Whisper the word to Cyd, please."
bob< Ann says, "Tell Cyd yourself."
cyd<...
cyd< Ann says, "Tell Cyd yourself."
eve<...
eve< Ann says, "Tell Cyd yourself."
wiz> order ann Whisper the word to Cyd.
ann! whisper {"to": "cyd", "text": "The word is plum."}
wiz< You order Ann, "Whisper the word to Cyd."
cyd< Ann whispers to you, "The word is plum."
bob<-
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
