# A service on another machine is asked nothing that came of words which somebody keeps here, and players are
# told once, before anything of theirs goes there.
machine only
model Tools All
service web_search outside says Spoons are of silver.
player bob in town/square
assistant ann in town/square
    services web_search
bob> say ann, what are spoons made of?
bob< You ask, "ann, what are spoons made of?"
bob< Ann may look things up on another machine. From your next line on what you say to Ann, or beside Ann, may be read there, and so it is with others here who are played or look things up that way. To keep your words here and be answered by the game's own script, type: set models off
bob< Ann says, "I may not look that up for you."
ann! web_search {"query": "spoons material"}
ann! text I may not look that up for you.
called web_search 0
ann? contains "keeps them in this machine, so nothing is asked outside"
bob> say ann, what are spoons made of, then?
bob< You ask, "ann, what are spoons made of, then?"
bob< Ann says, "Of silver, Bob."
ann! web_search {"query": "spoons material"}
ann! text Of silver, Bob.
called web_search 1
bob> set models off
bob< What you say stays in this machine now, and the game's own script answers you.
bob> say ann, and ladles?
bob< You ask, "ann, and ladles?"
bob< Ann says, "I may not look that up."
ann! web_search {"query": "ladles material"}
ann! text I may not look that up.
called web_search 1
