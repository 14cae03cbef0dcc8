# What is whispered is no news to a question that was asked before everybody, and nothing is thought about
# it again.
machine only
player bob in town/square
player cyd in town/square
assistant ann in town/square
  moment heard: {heard}.
  moment answers-late: You asked me, {speaker}. {rumour}
bob> say ann, who told you of the drowned fiddle?
ann! say {"text": "Nobody."}
bob<...
bob< Ann says, "Nobody."
wait 60s
cyd> whisper ann the tanner found a drowned fiddle
ann! whisper {"to": "cyd", "text": "Did he."}
cyd<...
cyd< Ann whispers to you, "Did he."
wait 1200s
bob<-
ann= terminal_tool
