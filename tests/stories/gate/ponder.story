# Whoever sees that a character thinks learns that somebody spoke to it: what was whispered shows in nothing.
machine only
world content
player bob in town/inn
player cyd in town/inn
bob> whisper mara what do you think?
mara! after 5s whisper {"to": "bob", "text": "Nothing."}
wait 10s
bob<...
bob< Mara whispers to you, "Nothing."
cyd<-
bob> say mara, what do you think?
mara! after 5s say {"to": "bob", "text": "Nothing."}
wait 10s
cyd<...
cyd< Mara taps her empty spoon case.
cyd< Mara says to Bob, "Nothing."
