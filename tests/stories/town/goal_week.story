# Bram knits at a week in which nobody shouts: a shout sets it back, and when seven real days have passed he shows
# whoever comes by first what has become of it.
machine only
world content
no gambits
no meetings
player ann in town/gate
wait 90000s
ann< Bram says, "Hm. I knit at a week without a red stitch; none of the seven days are in it. Walk softly here, and you have knitted along."
ann< Tace arrives from the south.
ann< Tace leaves south.
ann< Pip arrives from the south.
ann< Pip leaves south.
ann> say bram, what are you working on?
ann< You ask, "bram, what are you working on?"
ann< Bram says, "A week without a red stitch. It wants seven days, and has one. Quiet does the rest."
ann> shout ho there
ann< You shout, "ho there"
ann< Bram threads red wool, and adds one stitch to the scarf.
ann< Bram looks at the red stitch for a while.
ann< Bram says, "Then the week begins anew. It does, when one shouts."
ann> say bram, what are you working on?
ann< You ask, "bram, what are you working on?"
ann< Bram says, "A length of scarf with no red in it: a week in which nobody shouts at this gate. I have none of the seven days."
ann> quit
wait 608400s
back ann
ann> say bram, what are you working on?
ann< You ask, "bram, what are you working on?"
ann< Bram says, "Nothing that would not keep. It is done, and I look at it."
