# A gambit is for one room: whoever talks elsewhere notices nothing, and no channel carries it.
machine only
assistant ann in town/square channel chat context scripted
  gambit [looks up] You look lost, {speaker}.
assistant dora in town/inn scripted
  topic sea: It is far off, {speaker}.
player bob in town/square
player carol in town/inn
carol> say to dora where is the sea?
carol<...
carol< Dora says, "It is far off, Carol."
wait 20s
bob< Ann looks up.
bob< Ann says, "You look lost, Bob."
carol<-
