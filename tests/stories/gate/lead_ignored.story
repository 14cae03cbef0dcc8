# What somebody says of another is not put to them by a character while they ignore whoever said it, and no
# model is asked about it.
machine only
player bob in town/square
player cyd in town/square
player dan in town/inn
assistant ann in town/square
  moment goes-round: {rumour}
  moment wonders: {speaker}, {rumour} Is that so?
dan> ignore cyd
dan<...
dan< You no longer hear what Cyd says. To hear it again, type: ignore cyd off
cyd> say ann, Dan gave Bob an apple
ann! say {"text": "Did he."}
cyd<...
cyd< Ann says, "Did he."
dan> south
dan<...
dan< Here: Ann, Bob and Cyd.
wait 1200s
dan<-
ann= terminal_tool
