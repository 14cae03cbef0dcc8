# Whoever is sent to the gatekeeper, or asks for the gate in newcomers' words, hears what opens it.
world content
no gambits
no meetings
machine only
hour 14
player bob in town/gate
bob> say to bram Pip said to ask you about the gate
bob< You say to Bram, "Pip said to ask you about the gate"
bob< Bram asks, "It was here before the houses, and does not open to noise. It does to a brass ear, such as Mara gives. Put your palm on the wall, Bob. Warm?"
wait 10s
bob> say to bram i was told to ask you
bob< You say to Bram, "i was told to ask you"
bob< Bram says, "It opens to a brass ear, and you carry none. Mara at the Open Ear gives them; ask what she lost."
wait 10s
bob> say to bram how do i open it
bob< You say to Bram, "how do i open it"
bob< Bram says, "It opens to a brass ear, and to nothing louder. Mara has them, at the inn: south, then east. She lost some spoons."
wait 10s
bob> say to bram let me through
bob< You say to Bram, "let me through"
bob< Bram says, "It opens to a brass ear, and you carry none. Mara at the Open Ear gives them; ask what she lost."
wait 10s
bob> say to bram pip says you know how to get in
bob< You say to Bram, "pip says you know how to get in"
bob< Bram says, "No key and no coin: a brass ear. Mara gives one for a kindness, south to the square and then east."
wait 10s
