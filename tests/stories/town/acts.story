# What nobody has words for is answered as what it is; a pose is returned, and nothing asks back twice.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
bob> say to mara help, there is a fire at the quay!
bob<
bob> say to mara I must confess, it was me who broke the mug
bob<
bob> say to mara I once killed a dragon with one hand
bob<
bob> say to mara later
bob<
bob> say to mara (ooc) brb
bob<
bob> pose smiles at Mara
bob<
