# A name behind an @ speaks to somebody in the middle of a sentence.
player bob in town/square
player carol in town/square
assistant ann in town/square
bob> say hello @ann
bob< You say, "hello @ann"
carol< Bob says, "hello @ann"
ann! say {"text": "Good day, Bob."}
bob< Ann says to you, "Good day, Bob."
carol< Ann says to Bob, "Good day, Bob."
