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
bob<
bob> go north
bob<
cyd> say ann, ask eve about breakfast
cyd<
cyd> quit
cyd<...
wait 4s
bob<
wait 60s
back cyd
cyd<
