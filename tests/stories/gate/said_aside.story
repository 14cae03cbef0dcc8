# Words that a condition asks for count for those who heard them: whispered, they open nothing before
# others.
machine only
player bob in town/square
player cyd in town/square
assistant ann in town/square
  offer (id: "ale", what: "a mug of ale for 1 coin", when: [Said("plum tree")], unless: "Say the word first.", does: Trade(price: 1, gives: ["mug"]))
bob> whisper ann the plum tree
ann! whisper {"to": "bob", "text": "Aye."}
bob<...
bob> say ann, an ale
ann! offer {"id": "ale"}
ann! say {"text": "No."}
ann? contains "Say the word first."
bob<...
bob< Ann says, "No."
cyd< Bob says to Ann, "ann, an ale"
cyd< Ann says, "No."
bob> whisper ann and an ale
ann! offer {"id": "ale"}
ann! whisper {"to": "bob", "text": "Here."}
bob<...
bob< Ann whispers to you, "Here."
cyd<-
bob> say ann, the plum tree
ann! offer {"id": "ale"}
ann! say {"text": "Well then."}
bob<...
bob< Ann says, "Well then."
cyd< Bob says to Ann, "ann, the plum tree"
cyd< Ann offers Bob a mug of ale for 1 coin.
cyd< Ann says, "Well then."
