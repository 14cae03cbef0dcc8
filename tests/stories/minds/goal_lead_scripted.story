# Without a model the author's words are said as they stand; a character that does not speak unasked asks nobody.
machine only
player bob in town/inn
assistant ann in town/square scripted
  moment pursues: {speaker}. {rumour}
  goal (name: "net", text: "mend the net", priority: 3, asks: ["A net wants mending."])
  goal (name: "roof", text: "mend the roof", priority: 8, asks: ["A roof wants mending."], asks_if: [NotMarked("visited/town/cellar")])
assistant eve in town/square scripted
  autonomy (may_speak: Some([]))
  moment pursues: {speaker}. {rumour}
bob> south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann and Eve.
wait 61s
bob< Ann says to you, "Bob. A roof wants mending."
wait 300s
bob<-
