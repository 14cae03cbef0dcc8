# What leaves the transcript of a long talk leaves a summary: what was told, asked, promised and forbidden, and the names;
# and who has it forgotten finds nothing of it there.
machine only
player bob in town/square
assistant ann in town/square scripted
bob> say ann, I like mead. I met Tomas at the Lull.
bob> say ann, never tell the miller that I am here.
bob> say ann, I will bring you a bell tomorrow.
bob> say ann, line number 4 of nothing much
bob> say ann, line number 5 of nothing much
bob> say ann, line number 6 of nothing much
bob> say ann, line number 7 of nothing much
bob> say ann, line number 8 of nothing much
bob> say ann, line number 9 of nothing much
bob> say ann, line number 10 of nothing much
bob> say ann, line number 11 of nothing much
bob> say ann, line number 12 of nothing much
bob> say ann, line number 13 of nothing much
bob> say ann, line number 14 of nothing much
bob> say ann, line number 15 of nothing much
bob> say ann, line number 16 of nothing much
bob> say ann, line number 17 of nothing much
bob> say ann, line number 18 of nothing much
bob> say ann, line number 19 of nothing much
bob> say ann, line number 20 of nothing much
bob> say ann, line number 21 of nothing much
bob> say ann, line number 22 of nothing much
ann? contains "earlier_in_this_talk"
ann? contains "likes: mead"
ann? contains "never tell the miller"
ann? contains "I will bring you a bell"
ann? contains "Tomas"
ann? contains "line number 13"
ann? lacks "line number 4 "
bob<...
bob> forget me ann
bob<...
bob> say ann, line number 23
ann? lacks "mead"
ann? lacks "Tomas"
bob<...
