# What was seen decides about what is claimed: a claim that was seen to be so is a fact, one that was seen
# otherwise is not noted, and whoever makes them is trusted more or less from then on.
staff wiz in town/inn
player bob in town/square
player cyd in town/square
assistant ann in town/square
bob> get pear
bob<...
bob> give pear to ann
bob<...
cyd> say ann, I hear nothing new today
ann! say {"text": "Nor I."}
cyd<...
wiz> why ann
wiz<...
wiz<* *trust 70*
cyd> say ann, bob gave you a pear
ann! store_memory {"content": "Bob gave Ann a pear.", "importance": 5, "about": "bob"}
ann! say {"text": "So he did."}
cyd<...
ann? contains "remembered"
cyd> say ann, what has bob given you?
ann! say {"text": "A pear."}
cyd<...
ann? lacks ""t":"hearsay"
wiz> why ann
wiz<...
wiz<* *trust 82*
cyd> say ann, bob never gave you a pear
ann! store_memory {"content": "Bob never gave you a pear.", "importance": 5, "about": "bob"}
ann! say {"text": "But he did."}
cyd<...
ann? contains "you saw it otherwise"
cyd> say ann, and what do you say now?
ann! say {"text": "What I saw."}
cyd<...
wiz> why ann
wiz<...
wiz<* *trust 70*
