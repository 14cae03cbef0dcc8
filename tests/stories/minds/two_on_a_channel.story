# On a channel an assistant answers people, and only takes note of what another assistant says there,
# whether it is named or not.
player bob in town/square
assistant ann in town/inn channel chat trigger
assistant cid in town/cellar channel chat context
bob> chat What do you all think?
ann! channel_say {"channel": "chat", "text": "@cid, one?"}
bob< [chat] You say: What do you all think?
bob< [chat] Ann: @cid, one?
bob<-
bob> chat @cid and you?
cid! channel_say {"channel": "chat", "text": "@ann, two?"}
cid? contains "one?"
bob< [chat] You say: @cid and you?
bob< [chat] Cid: @ann, two?
bob<-
