# Two assistants who address each other come to rest.
player bob in town/square
assistant ann in town/square
assistant cid in town/square
bob> say @ann what does Cid think?
ann! say {"text": "@cid what do you think, one?"}
cid! say {"text": "@ann what do you think, two?"}
ann! say {"text": "@cid what do you think, three?"}
cid! say {"text": "@ann what do you think, four?"}
bob< You ask Ann, "@ann what does Cid think?"
bob< Ann asks, "@cid what do you think, one?"
bob< Cid asks, "@ann what do you think, two?"
bob< Ann asks, "@cid what do you think, three?"
bob< Cid asks, "@ann what do you think, four?"
# Four in a row are enough: Ann is not even asked any more.
ann? lacks "four"
