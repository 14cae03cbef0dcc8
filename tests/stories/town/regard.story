# Whoever shouts at Bram is soon one whom he does not like to see, and being forgotten is no way out.
world content
player bob in town/gate
bob> say hello
bob< You say, "hello"
bob< Bram says, "Good day, Bob. Bram. I sit here, and the gate is behind me."
bob> shout OPEN
bob< You shout, "OPEN"
bob< Bram threads red wool, and adds one stitch to the scarf.
bob> shout OPEN IT
bob< You shout, "OPEN IT"
bob< Bram threads red wool, and adds one stitch to the scarf.
bob> say hello
bob< You say, "hello"
bob< Bram says, "You were loud. The wall still rings."
bob> memory
bob< What the people here keep of you
bob<*   Bram: talked with you 4 times, last *; is sour with you; keeps in mind that you are one who has a red stitch in the scarf.
bob<...
bob< For the notes of one of them: memory NAME. To have it forgotten: forget me.
bob> forget me
bob< Bram forgets you. Where the town counts what was done, your name is struck out.
bob> memory bram
bob< What Bram keeps of you
bob<   Bram has seen you, and not talked with you; is sour with you.
bob<   No notes.
restart
bob> say hello
bob< You say, "hello"
bob< Bram says, "You were loud, Bob. The wall still rings."
