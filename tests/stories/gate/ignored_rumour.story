# What goes round of oneself is read without the word of whoever one ignores: neither what they said nor that
# they denied it.
machine only
player bob in town/square
player dan in town/inn
player eve in town/square
player fay in town/attic
assistant ann in town/square scripted
  moment goes-round: {rumour}
bob> say to ann Dan gave Fay a pear.
bob<...
bob< Ann looks at Bob and says nothing.
eve> say to ann Dan did not give Fay a pear.
eve<...
eve< Ann looks at Eve and says nothing.
dan> memory ann
dan< What Ann keeps of you
dan<   Bob says that you gave Fay a pear, though Eve says otherwise. (said by Bob, 70 %, goes round)
dan<   No notes.
dan> ignore eve
dan< You no longer hear what Eve says. To hear it again, type: ignore eve off
dan> memory ann
dan< What Ann keeps of you
dan<   Bob says that you gave Fay a pear. (said by Bob, 70 %, goes round)
dan<   No notes.
dan> ignore bob
dan< You no longer hear what Bob says. To hear it again, type: ignore bob off
dan> memory ann
dan< What Ann keeps of you
dan<   No notes.
