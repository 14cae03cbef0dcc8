# What is whispered is passed on to nobody; nobody is asked twice at once, nor whoever sleeps, is stopped or is
# ignored, and three questions are the most; what takes too long comes to an end, and staff end what is open.
machine only
hour 12
player bob in town/square
player cyd in town/square
player eli in town/square
player fay in town/square
staff dan in town/square
assistant ann in town/square scripted
  delegation (asks: [(whom: "inn"), (whom: "mill")])
  moment asks-another: I shall ask {one}.
  moment cannot-ask: Not now: {because}.
  moment brings-answer: {speaker}, I asked. {rumour}
  moment brings-none: {speaker}, I asked. {rumour}
assistant eve in town/inn
  delegation (tags: ["inn"])
assistant ike in town/inn scripted
  delegation (tags: ["mill"])
  routine 1 town/inn awake
  routine 11 town/inn asleep on a sack
  topic flour: Flour is white.
bob> whisper ann ask eve when breakfast is
bob<
bob> say ann, ask eve when breakfast is
bob<
bob> say ann, ask eve when supper is
bob<
wait 31s
bob> say ann, ask ike about the flour
bob<
cyd> ignore eve
cyd<
cyd> say ann, ask eve when breakfast is
cyd<
eli> say ann, ask eve when breakfast is
eli<
fay> say ann, ask eve when breakfast is
fay<
dan> say ann, ask eve when breakfast is
dan<...
dan> @npc actions ann
dan<
wait 60s
bob<
eli<
dan<...
dan> @npc stop eve
dan<
bob> say ann, ask eve when lunch is
bob<
dan> @npc start eve
dan<
fay> say ann, ask eve when lunch is
fay<
dan<...
dan> cancel ann
dan<
dan> @npc actions ann
dan<
wait 70s
fay<-
