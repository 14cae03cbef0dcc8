# A channel reaches all who are on it, wherever they are.
over sockets
player bob in town/square
player carol in town/inn
player dan in town/inn
bob> channel list
bob< Channels
bob<   chat (you are on it): Anything. 3 listening.
bob<   trade: Buying and selling. 0 listening.
bob> channel chat Hello, town.
bob< [chat] You say: Hello, town.
carol< [chat] Bob: Hello, town.
dan< [chat] Bob: Hello, town.
# Its name alone will do.
carol> chat Hello, Bob.
bob< [chat] Carol: Hello, Bob.
carol< [chat] You say: Hello, Bob.
dan< [chat] Carol: Hello, Bob.
# Who leaves it does not hear it any more, and cannot speak there.
dan> channel leave chat
dan< You leave chat.
bob> chat Is Dan still there?
bob< [chat] You say: Is Dan still there?
carol< [chat] Bob: Is Dan still there?
dan<-
dan> chat I am.
dan< You are not on chat. To join it, type: channel join chat
bob<-
dan> channel join chat
dan< You join chat. To speak on it: chat TEXT
dan> chat Now I am.
bob< [chat] Dan: Now I am.
carol< [chat] Dan: Now I am.
dan< [chat] You say: Now I am.
# Not every channel is for everybody.
bob> channel join watch
bob< There is no channel "watch". Type channel list to see them all.
bob> channel join tower
bob< There is no channel "tower". Type channel list to see them all.
