# A pose shows what one does.
player bob in town/square
player carol in town/square
bob> emote waves to everybody.
bob< Bob waves to everybody.
carol< Bob waves to everybody.
bob> :'s hat falls off.
bob< Bob's hat falls off.
carol< Bob's hat falls off.
bob> emote
bob< Please type it like this: emote TEXT
carol<-
