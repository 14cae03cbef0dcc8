# A present is worth more than words, and words only so much a day.
world content
player bob in town/inn
player cyd in town/inn
bob> pay mara 1
bob< You give Mara 1 coin.
bob< Mara says to you, "For me, 1 coin? That is good of you, Bob."
bob> say to mara how are you?
bob< You ask Mara, "how are you?"
bob< Mara says to you, "I could sing!"
bob> say to mara you are kind
bob< You say to Mara, "you are kind"
bob< Mara says to you, "Flattery is free here, and I take all of it."
bob> memory
bob<...
bob<*   Mara: talked with you 3 times, last *; thinks of you as an acquaintance.
bob< For the notes of one of them: memory NAME. To have it forgotten: forget me.
bob> memory mara
bob<...
bob<*   Saw of you: "gave me 1 coin (*); came in (*)."
bob<...
bob<*   *: Bob gave me 1 coin.
bob<*   *: Mara: "For me, 1 coin? *, Bob."
bob<...
cyd> glare at mara
cyd<...
cyd< You glare at Mara.
cyd> say to mara you fool
cyd< You say to Mara, "you fool"
cyd< Mara says to you, "I have swept out better than that this morning."
cyd> say to mara you old hag
cyd< You say to Mara, "you old hag"
cyd< Mara says to you, "I have swept out better than that this morning."
cyd> say to mara hello
cyd< You say to Mara, "hello"
cyd< Mara says to you, "In or out; the draught is free, the ale is not."
