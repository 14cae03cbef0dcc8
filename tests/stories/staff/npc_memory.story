# The staff look into what a character remembers and perceived, as far as they may read it: what was whispered
# to it they may not.
machine only
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
bob> say ann, the miller sold his donkey
ann! say {"text": "Did he?"} & store_memory {"content": "The miller sold his donkey.", "importance": 7}
bob<...
bob< Ann asks, "Did he?"
bob> whisper ann = the donkey is mine now
ann! whisper {"to": "bob", "text": "Hush."} & store_memory {"content": "Bob owns the donkey now.", "importance": 8}
bob<...
bob< Ann whispers to you, "Hush."
wiz> @npc memory ann donkey
wiz< What Ann remembers
wiz<   2. hearsay, from Bob, just now, importance 7: "The miller sold his donkey."
wiz<   0. line, from Bob, just now, importance 3: "ann, the miller sold his donkey"
wiz> aimemory ann
wiz< What Ann remembers
wiz<   2. hearsay, from Bob, just now, importance 7: "The miller sold his donkey."
wiz<   1. line, from Ann, just now, importance 3: "Did he?"
wiz<   0. line, from Bob, just now, importance 3: "ann, the miller sold his donkey"
wiz> @npc history ann 3
wiz< What Ann perceived last
wiz<   Bob, said, just now: "ann, the miller sold his donkey"
wiz<   Ann, said, just now: "Did he?"
wiz<   and lines that are not for you
wiz> aihistory ann 0
wiz< What Ann perceived last
wiz<   Ann, said, just now: "Did he?"
wiz<   and lines that are not for you
