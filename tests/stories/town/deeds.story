# What is done in front of a character is answered as its file says, and is no speech.
world content
player bob in town/gate
bob> say what are you knitting?
bob< You ask, "what are you knitting?"
bob< Bram holds it up.
bob< Bram says, "A red one for whoever shouted. Not you."
bob> shout OPEN THIS GATE
bob< You shout, "OPEN THIS GATE"
bob< Bram threads red wool, and adds one stitch to the scarf.
bob> say what are you knitting?
bob< You ask, "what are you knitting?"
bob< Bram holds it up.
bob< Bram says, "That red stitch is yours."
bob> say open the gate please
bob< You say, "open the gate please"
bob< Bram says, "It opens to a brass ear, and you carry none. Mara at the Open Ear gives them; ask what she lost."
