# What nobody has words for is answered as what it is; a pose is returned, and nothing asks back twice.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
bob> say to mara help, there is a fire at the quay!
bob< You say to Mara, "help, there is a fire at the quay!"
bob< Mara is round the bar already.
bob< Mara says, "Where? Everybody up, and take a bucket!"
bob> say to mara I must confess, it was me who broke the mug
bob< You say to Mara, "I must confess, it was me who broke the mug"
bob< Mara puts the mug down.
bob< Mara asks, "It stops at this bar. Was it heavy to carry?"
bob> say to mara I once killed a dragon with one hand
bob< You say to Mara, "I once killed a dragon with one hand"
bob< Mara says, "And all before breakfast, I dare say. Eat something."
bob> say to mara later
bob< You say to Mara, "later"
bob< Mara says, "Whenever you like. I am not going anywhere, and the barrel even less."
bob> say to mara (ooc) brb
bob< You say to Mara, "(ooc) brb"
bob< Mara looks at Bob and says nothing.
bob> pose smiles at Mara
bob< Bob smiles at Mara
bob< Mara smiles, and does not ask.
