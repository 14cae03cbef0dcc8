# Whoever walks off is told by page, and whoever left is told when they come back.
machine only
player bob in town/square
player cyd in town/square
assistant ann in town/square scripted
  delegation (asks: [(whom: "inn")])
  moment asks-another: I shall ask {one}.
  moment brings-answer: {speaker}, I asked. {rumour}
assistant eve in town/inn scripted
  delegation (tags: ["inn"])
  topic breakfast: Breakfast is at seven.
bob> say ann, ask eve when breakfast is
bob< You say to Ann, "ann, ask eve when breakfast is"
bob< Ann says to you, "I shall ask Eve."
bob> go north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Eve.
cyd> say ann, ask eve about breakfast
cyd< Bob says to Ann, "ann, ask eve when breakfast is"
cyd< Ann says to Bob, "I shall ask Eve."
cyd< Bob leaves north.
cyd< You say, "ann, ask eve about breakfast"
cyd< Ann says, "I shall ask Eve."
cyd> quit
cyd< All is saved. Sleep well; we are glad whenever you come back.
wait 4s
bob< Ann pages you, "Bob, I asked. Eve says: "Breakfast is at seven.""
wait 60s
back cyd
wait 5s
cyd< Ann says, "Cyd, I asked. Eve says: "Breakfast is at seven.""
