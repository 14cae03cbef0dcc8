# A denial is the word of whoever denies: it is told to nobody who ignores them, and said in private it
# changes nothing that others are told.
machine only
player bob in town/square
player cyd in town/square
player dan in town/inn
player eve in town/square
player fay in town/attic
assistant ann in town/square scripted
  moment goes-round: {rumour}
bob> say to ann Dan gave Fay a pear.
bob<...
bob< Ann looks at Bob and says nothing.
eve> whisper ann = Dan did not give Fay a pear.
eve<...
eve<* Ann whispers to you, *
bob> say to ann what do you hear of Dan?
bob<...
bob< Ann says to you, "You said that Dan gave Fay a pear."
eve> say to ann Dan did not give Fay a pear.
eve<...
eve< Ann looks at Eve and says nothing.
cyd> say to ann what do you hear of Dan?
cyd<...
cyd< Ann says to you, "Bob says that Dan gave Fay a pear, though Eve says otherwise."
cyd> ignore eve
cyd<...
cyd> say to ann what do you hear of Dan?
cyd<...
cyd< Ann says to you, "Bob says that Dan gave Fay a pear."
