# What is whispered is passed on to nobody; nobody is asked twice at once, nor whoever sleeps, is stopped or is
# ignored, and three questions are the most. Whoever asked gives it up, and so do staff.
machine only
hour 12
player bob in town/square
player cyd in town/square
player eli in town/square
player fay in town/square
staff dan in town/perch
assistant ann in town/square scripted
  delegation (asks: [(whom: "inn"), (whom: "mill")])
  moment asks-another: I shall ask {one}.
  moment cannot-ask: Not now: {because}.
  moment asks-no-more: Then I ask nobody.
  moment brings-answer: {speaker}, I asked. {rumour}
  moment brings-none: {speaker}, I asked. {rumour}
assistant eve in town/inn scripted
  delegation (tags: ["inn"])
  topic breakfast: At seven.
assistant ike in town/inn scripted
  delegation (tags: ["mill"])
  routine 1 town/inn awake
  routine 11 town/inn asleep on a sack
  topic flour: Flour is white.
bob> whisper ann ask eve when breakfast is
bob< You whisper to Ann, "ask eve when breakfast is"
bob< Ann whispers to you, "Not now: what is said in private stays there."
bob> say ann, ask eve when breakfast is
bob< You say to Ann, "ann, ask eve when breakfast is"
bob< Ann says to you, "I shall ask Eve."
bob> say ann, ask eve when supper is
bob< You say to Ann, "ann, ask eve when supper is"
bob< Ann says to you, "Not now: Eve is asked already."
bob> say ann, never mind
bob< You say to Ann, "ann, never mind"
bob< Ann says to you, "Then I ask nobody."
wait 5s
bob<-
wait 30s
bob> say ann, ask ike about the flour
bob< You say to Ann, "ann, ask ike about the flour"
bob< Ann says to you, "Not now: Ike is asleep."
cyd> ignore eve
cyd< Bob says to Ann, "ann, ask eve when breakfast is"
cyd< Ann says to Bob, "I shall ask Eve."
cyd< Bob says to Ann, "ann, ask eve when supper is"
cyd< Ann says to Bob, "Not now: Eve is asked already."
cyd< Bob says to Ann, "ann, never mind"
cyd< Ann says to Bob, "Then I ask nobody."
cyd< Bob says to Ann, "ann, ask ike about the flour"
cyd< Ann says to Bob, "Not now: Ike is asleep."
cyd< You no longer hear what Eve says. To hear it again, type: ignore eve off
cyd> say ann, ask eve when breakfast is
cyd< You say to Ann, "ann, ask eve when breakfast is"
cyd< Ann says to you, "Not now: Eve is not to be asked now."
bob> say ann, ask eve about breakfast
bob< Cyd says to Ann, "ann, ask eve when breakfast is"
bob< Ann says to Cyd, "Not now: Eve is not to be asked now."
bob< You say to Ann, "ann, ask eve about breakfast"
bob< Ann says to you, "I shall ask Eve."
eli> say ann, ask eve when breakfast is
eli< Bob says to Ann, "ann, ask eve when breakfast is"
eli< Ann says to Bob, "I shall ask Eve."
eli< Bob says to Ann, "ann, ask eve when supper is"
eli< Ann says to Bob, "Not now: Eve is asked already."
eli< Bob says to Ann, "ann, never mind"
eli< Ann says to Bob, "Then I ask nobody."
eli< Bob says to Ann, "ann, ask ike about the flour"
eli< Ann says to Bob, "Not now: Ike is asleep."
eli< Cyd says to Ann, "ann, ask eve when breakfast is"
eli< Ann says to Cyd, "Not now: Eve is not to be asked now."
eli< Bob says to Ann, "ann, ask eve about breakfast"
eli< Ann says to Bob, "I shall ask Eve."
eli< You say to Ann, "ann, ask eve when breakfast is"
eli< Ann says to you, "I shall ask Eve."
fay> say ann, ask eve when breakfast is
fay< Bob says to Ann, "ann, ask eve when breakfast is"
fay< Ann says to Bob, "I shall ask Eve."
fay< Bob says to Ann, "ann, ask eve when supper is"
fay< Ann says to Bob, "Not now: Eve is asked already."
fay< Bob says to Ann, "ann, never mind"
fay< Ann says to Bob, "Then I ask nobody."
fay< Bob says to Ann, "ann, ask ike about the flour"
fay< Ann says to Bob, "Not now: Ike is asleep."
fay< Cyd says to Ann, "ann, ask eve when breakfast is"
fay< Ann says to Cyd, "Not now: Eve is not to be asked now."
fay< Bob says to Ann, "ann, ask eve about breakfast"
fay< Ann says to Bob, "I shall ask Eve."
fay< Eli says to Ann, "ann, ask eve when breakfast is"
fay< Ann says to Eli, "I shall ask Eve."
fay< You say to Ann, "ann, ask eve when breakfast is"
fay< Ann says to you, "I shall ask Eve."
dan> @npc actions ann
dan< What Ann does over time
dan<   asks Eve for Bob: "What about breakfast?", not answered yet
dan<   asks Eve for Eli: "when breakfast is?", not answered yet
dan<   asks Eve for Fay: "when breakfast is?", not answered yet
dan> @npc stop eve
dan< eve falls silent.
wait 4s
bob< Eli says to Ann, "ann, ask eve when breakfast is"
bob< Ann says to Eli, "I shall ask Eve."
bob< Fay says to Ann, "ann, ask eve when breakfast is"
bob< Ann says to Fay, "I shall ask Eve."
bob< Ann says to you, "Bob, I asked. Eve is not to be asked now."
bob< Ann says to Eli, "Eli, I asked. Eve is not to be asked now."
bob< Ann says to Fay, "Fay, I asked. Eve is not to be asked now."
eli< Fay says to Ann, "ann, ask eve when breakfast is"
eli< Ann says to Fay, "I shall ask Eve."
eli< Ann says to Bob, "Bob, I asked. Eve is not to be asked now."
eli< Ann says to you, "Eli, I asked. Eve is not to be asked now."
eli< Ann says to Fay, "Fay, I asked. Eve is not to be asked now."
fay< Ann says to Bob, "Bob, I asked. Eve is not to be asked now."
fay< Ann says to Eli, "Eli, I asked. Eve is not to be asked now."
fay< Ann says to you, "Fay, I asked. Eve is not to be asked now."
dan> @npc start eve
dan< eve thinks again.
fay> say ann, ask eve when breakfast is
fay< You say to Ann, "ann, ask eve when breakfast is"
fay< Ann says to you, "I shall ask Eve."
dan> cancel ann
dan< Ann gives it up.
dan> @npc actions ann
dan< What Ann does over time
dan<   nothing
wait 70s
fay<-
