# While a model thinks for one, the script answers whoever has waited for five seconds, and then the
# model's answer comes all the same.
machine only
player bob in town/square
player cyd in town/square
player dan in town/square
assistant ann in town/square
  topic gate: North of here.
  excuse One at a time.
bob> say ann, what is the sea like?
ann! after 20s say {"text": "Wet, Bob."}
bob< You ask Ann, "ann, what is the sea like?"
cyd> say ann, where is the gate?
wait 1s
dan> say ann, how tall is the moon?
wait 3s
cyd< Bob asks Ann, "ann, what is the sea like?"
cyd< You ask Ann, "ann, where is the gate?"
cyd< Dan asks Ann, "ann, how tall is the moon?"
wait 4s
cyd< Ann says to you, "North of here."
cyd< Ann says to Dan, "One at a time."
dan< Bob asks Ann, "ann, what is the sea like?"
dan< Cyd asks Ann, "ann, where is the gate?"
dan< You ask Ann, "ann, how tall is the moon?"
dan< Ann says to Cyd, "North of here."
dan< Ann says to you, "One at a time."
wait 20s
bob< Cyd asks Ann, "ann, where is the gate?"
bob< Dan asks Ann, "ann, how tall is the moon?"
bob< Ann says to Cyd, "North of here."
bob< Ann says to Dan, "One at a time."
bob< Ann says to you, "Wet, Bob."
cyd< Ann says to Bob, "Wet, Bob."
dan< Ann says to Bob, "Wet, Bob."
ann= terminal_tool
