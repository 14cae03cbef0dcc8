# Whoever finds no place among those who wait is told so at once.
machine only
player bob in town/square
player p1 in town/square
player p2 in town/square
player p3 in town/square
player p4 in town/square
player p5 in town/square
player p6 in town/square
player p7 in town/square
player p8 in town/square
player p9 in town/square
assistant ann in town/square
  excuse One at a time, please.
bob> say ann, what is the sea like?
ann! after 2s say {"text": "Wet, Bob."}
together
p1> say ann, one?
p2> say ann, two?
p3> say ann, three?
p4> say ann, four?
p5> say ann, five?
p6> say ann, six?
p7> say ann, seven?
p8> say ann, eight?
p9> say ann, nine?
end
p9< Bob asks Ann, "ann, what is the sea like?"
p9< P1 asks Ann, "ann, one?"
p9< P2 asks Ann, "ann, two?"
p9< P3 asks Ann, "ann, three?"
p9< P4 asks Ann, "ann, four?"
p9< P5 asks Ann, "ann, five?"
p9< P6 asks Ann, "ann, six?"
p9< P7 asks Ann, "ann, seven?"
p9< P8 asks Ann, "ann, eight?"
p9< You ask Ann, "ann, nine?"
p9< Ann says to you, "One at a time, please."
