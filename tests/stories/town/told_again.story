# Whoever asks for the same matter once more is told so, with what was said before.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/square
bob> say whats with all the paper on the tree
bob< You say, "whats with all the paper on the tree"
bob< Pip says, "Rumours. We pin to the elm what we have heard, never what we know. Take one and read it."
bob> say so what are the slips on the elm
bob< You say, "so what are the slips on the elm"
bob< Pip says, "You have that one from me, and it has not changed yet! Rumours. We pin to the elm what we have heard, never what we know. Take one and read it."
bob> say what about the bits of paper up there on the tree
bob< You say, "what about the bits of paper up there on the tree"
bob< Pip says, "Again? Gladly! Rumours. We pin to the elm what we have heard, never what we know. Take one and read it."
bob> say where is the bell?
bob< You ask, "where is the bell?"
bob< Pip says, "Nobody rings it. It is keeping a secret, and they say that it will ring for whoever does not want to hear."
