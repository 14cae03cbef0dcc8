# A question that could not be answered is come back to when somebody else has said what answers it, and a
# claim is put to whoever it is about; no model is asked, and without news nothing is thought.
machine only
player bob in town/square
player cyd in town/square
player dan in town/inn
assistant ann in town/square scripted
  moment heard: {heard}.
  moment goes-round: {rumour}
  moment answers-late: You asked me, {speaker}. {rumour}
  moment wonders: {speaker}, {rumour} Is that so?
bob> say ann, who told you of the drowned fiddle?
bob< You ask Ann, "ann, who told you of the drowned fiddle?"
bob< Ann looks at Bob and says nothing.
wait 60s
bob<-
cyd> say ann, the tanner found a drowned fiddle
bob<...
bob< Ann looks at Cyd and says nothing.
wait 300s
bob< Ann says to you, "You asked me. Cyd said "the tanner found a drowned fiddle", just now."
ann= terminal_tool
wait 1200s
bob<-
bob> say ann, what do you hear of Dan?
bob< You ask Ann, "ann, what do you hear of Dan?"
bob< Ann looks at Bob and says nothing.
# A claim about somebody who is not there waits until they come.
cyd> say ann, Dan gave Bob an apple
bob<...
bob< Ann looks at Cyd and says nothing.
wait 400s
bob< Ann says to you, "You asked me, Bob. Cyd says that Dan gave you an apple."
dan> south
dan<...
bob<...
wait 60s
dan< Ann asks you, "Dan, Cyd says that you gave Bob an apple. Is that so?"
bob<...
wait 1200s
dan<-
