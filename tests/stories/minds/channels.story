# An assistant on a channel answers there when it is set up to.
player bob in town/inn
player carol in town/inn
assistant ann in town/square channel chat trigger
bob> chat Is anybody there?
ann! channel_say {"channel": "chat", "text": "I am."}
bob< [chat] You say: Is anybody there?
bob< [chat] Ann: I am.
carol< [chat] Bob: Is anybody there?
carol< [chat] Ann: I am.
