# The same by page: each page is answered by another, and it comes to rest.
staff bob in town/square
assistant ann in town/square
assistant cid in town/inn
bob> order ann Ask Cid.
ann! page {"to": "cid", "text": "What do you think, one?"}
cid! page {"to": "ann", "text": "What do you think, two?"}
ann! page {"to": "cid", "text": "What do you think, three?"}
cid! page {"to": "ann", "text": "What do you think, four?"}
bob< You order Ann, "Ask Cid."
ann? contains "What do you think, two?"
# Four in a row are enough: Ann is not even asked any more.
ann? lacks "four"
