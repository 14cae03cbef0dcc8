# What the thoughts of a character used is shown, and given back.
machine only
budget character 2 questions
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
  excuse Not now, Bob.
bob> say ann, one?
ann! say {"text": "One."}
bob<...
bob< Ann says, "One."
bob> say ann, two?
ann! say {"text": "Two!"}
bob<...
bob< Ann says, "Two!"
bob> say ann, three?
bob<...
bob< Ann says, "Not now, Bob."
wiz> @npc budget ann
wiz< Ann has used 2 of 2 questions, 0 of 1000000000000 tokens, 0 of 1000000000000 lines (used up), and what is used comes back within an hour.
wiz> @npc budget ann refill
wiz< Ann has its whole budget again. What players and the day have left stays as it is.
bob> say ann, four?
ann! say {"text": "Four, then."}
bob<...
bob< Ann says, "Four, then."
