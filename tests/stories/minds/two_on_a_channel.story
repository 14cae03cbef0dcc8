# The same on a channel: who is not addressed there only takes note of what
# another assistant says.
player bob in town/square
assistant ann in town/inn channel chat trigger
assistant cid in town/cellar channel chat context
bob> chat What do you all think?
ann! channel_say {"channel": "chat", "text": "@cid, one?"}
cid! channel_say {"channel": "chat", "text": "@ann, two?"}
ann! channel_say {"channel": "chat", "text": "@cid, three?"}
cid! channel_say {"channel": "chat", "text": "@ann, four?"}
bob< [chat] You say: What do you all think?
bob< [chat] Ann: @cid, one?
bob< [chat] Cid: @ann, two?
bob< [chat] Ann: @cid, three?
bob< [chat] Cid: @ann, four?
ann? contains "two?"
ann? lacks "four?"
bob> chat And by yourselves?
ann! channel_say {"channel": "chat", "text": "I think, five."}
bob< [chat] You say: And by yourselves?
bob< [chat] Ann: I think, five.
cid? lacks "five."
