# A restart neither loses nor doubles a question that was put to somebody.
machine only
player bob in town/square
assistant ann in town/square scripted
  delegation (asks: [(whom: "inn")])
  moment asks-another: I shall ask {one}.
  moment brings-answer: {speaker}, I asked. {rumour}
assistant eve in town/inn scripted
  delegation (tags: ["inn"])
  topic breakfast: Breakfast is at seven.
bob> say ann, ask eve when breakfast is
bob< You say, "ann, ask eve when breakfast is"
bob< Ann says, "I shall ask Eve."
restart
wait 4s
bob< Ann says, "Bob, I asked. Eve says: "Breakfast is at seven.""
restart
wait 120s
bob<-
