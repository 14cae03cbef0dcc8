# What a character said where everybody could hear it is its own: whoever asks next may be told the same in
# the same words. What it whispered to one stands in no question of another, and what it repeated is
# somebody else's still.
player bob in town/square
player cyd in town/square
assistant ann in town/square
cyd> say ann, what is in the old well?
ann! say {"text": "There is nothing in the old well but cold water and one shoe."}
cyd<...
cyd< Ann says, "There is nothing in the old well but cold water and one shoe."
bob< Cyd asks Ann, "ann, what is in the old well?"
bob< Ann says, "There is nothing in the old well but cold water and one shoe."
bob> say ann, what is in the old well?
ann! say {"text": "There is nothing in the old well but cold water and one shoe."}
bob< You ask Ann, "ann, what is in the old well?"
bob< Ann says, "There is nothing in the old well but cold water and one shoe."
ann? contains "cold water and one shoe"
cyd> whisper ann And whose shoe is it?
ann! whisper {"to": "cyd", "text": "It is the left shoe of the miller, and he does not know."}
cyd<...
cyd< Ann whispers to you, "It is the left shoe of the miller, and he does not know."
bob> say ann, and whose shoe is it?
ann! say {"text": "Ask me in a whisper."}
bob< You ask Ann, "ann, and whose shoe is it?"
bob< Ann says, "Ask me in a whisper."
ann? lacks "miller"
cyd> say ann, say after me: she sells sea shells by the sea shore, every day.
ann! say {"text": "She sells sea shells by the sea shore, every day."}
cyd<...
cyd< Ann says, "She sells sea shells by the sea shore, every day."
cyd> say to bob One.
cyd> say to bob Two.
cyd> say to bob Three.
bob<...
bob< Cyd says to you, "Three."
bob> say ann, what was that?
ann! say {"text": "She sells sea shells by the sea shore, every day."}
ann! say {"text": "Ask Cyd."}
bob<...
bob< Ann says, "Ask Cyd."
