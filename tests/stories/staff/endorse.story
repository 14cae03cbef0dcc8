# What the staff vouches for is a fact and not hearsay any more, for those who may know it.
staff wiz in town/inn
player bob in town/square
player cyd in town/square
assistant ann in town/square
bob> say ann, Cyd bakes the best bread in town
ann! say {"text": "Does she?"} & store_memory {"content": "Cyd bakes the best bread.", "importance": 7, "about": "cyd"}
bob<...
cyd> say ann, what do I bake?
ann! say {"text": "Bread, says Bob."}
cyd<...
ann? contains ""t":"hearsay","from":"bob","id":2,"text":"Cyd bakes"
wiz> endorse ann 99
wiz< Ann has no memory number 99. The numbers: why Ann
wiz> endorse ann 0
wiz< That is what was said, and stays it. A fact or hearsay that came of it can be endorsed.
wiz> endorse ann 2
wiz< Ann takes it for a fact: Cyd bakes the best bread.
wiz> endorse ann 2
wiz< That memory was corrected since; the correction may be endorsed.
cyd> say ann, and what do they say of it?
ann! say {"text": "The best."}
cyd<...
ann? lacks ""t":"hearsay""
ann? contains "Cyd bakes the best bread"
