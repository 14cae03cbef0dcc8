# Of two who would answer what was said to nobody, one does: whose business it is, whoever talks more.
assistant ann in town/square room trigger talkative 90 scripted
  topic weather: It will hold.
assistant cid in town/square room trigger talkative 10 scripted
  topic anchor: It is heavy.
player carol in town/square
player bob in town/square
bob> say this anchor
bob< You say, "this anchor"
bob< Cid says to you, "It is heavy."
carol> say such weather
carol<...
carol<* You say, "such weather"
carol< Ann says to you, "It will hold."
