# However many may answer in a row, two assistants exchange only so much within
# a minute while no person speaks to them.
machine only
player bob in town/square
assistant ann in town/square hops 8
assistant cid in town/square hops 8
bob> say @ann, ask Cid.
ann! say {"text": "@cid one?"}
cid! say {"text": "@ann two?"}
ann! say {"text": "@cid three?"}
cid! say {"text": "@ann four?"}
ann! say {"text": "@cid five?"}
cid! say {"text": "@ann six?"}
ann! say {"text": "@cid seven?"}
cid! say {"text": "@ann eight?"}
cid? contains "seven?"
# Ann hears from a person again; Cid does not.
bob> say @ann, ask again.
ann! say {"text": "@cid nine?"}
cid? lacks "nine?"
wait 61s
bob> say @ann, ask once more.
ann! say {"text": "@cid ten?"}
cid! say {"text": "Let me rest."}
cid? contains "ten?"
