# A model may pass on what goes round, and what it says is the engine's words: what it sees is numbered,
# and a number that there is not is refused.
player bob in town/square
player cyd in town/square
assistant ann in town/square
  tells Have you heard, {speaker}? {rumour}
bob> get pear
bob< You take a pear.
bob> give pear to cyd
bob< You give Cyd a pear.
cyd> get red apple
cyd< Bob takes a pear.
cyd< Bob gives you a pear.
cyd< You take a red apple.
player dan in town/square
dan> say to ann what is new?
ann! tell {"claim": "r2"}
ann! tell {"claim": "r1"}
dan< You ask Ann, "what is new?"
dan< Ann says to you, "Have you heard, Dan? Bob gave Cyd a pear at the Square."
ann? contains "goes_round"
