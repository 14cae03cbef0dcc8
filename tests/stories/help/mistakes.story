# Every mistake gets one sentence, and changes nothing.
player bob in town/square
player carol in town/square
bob> get
bob< Please type it like this: get THING, or: get NUMBER THINGS, or: get all
bob> drop
bob< Please type it like this: drop THING, or: drop NUMBER THINGS, or: drop all
bob> give pear
bob< Please type it like this: give THING to NAME, or: give NUMBER coins to NAME
bob> give to carol
bob< Please type it like this: give THING to NAME, or: give NUMBER coins to NAME
bob> give pear to carol
bob< You carry no "pear".
bob> whisper carol
bob< Please type it like this: whisper NAME TEXT, or: whisper NAME, NAME = TEXT
bob> page
bob< Please type it like this: page NAME TEXT, or: page NAME, NAME = TEXT
bob> page bob hello
bob< You think about it yourself, and hear nothing new.
bob> examine
bob< Please type it like this: examine THING
bob> search
bob< You find a red apple, a green apple, a pear and a stone statue. Whatever the description of the place mentions you can search as well: search THING, or look THING
bob> use
bob< What would you like to use? Type: use THING
bob> channel
bob< Channels
bob<   chat (you are on it): Anything. 2 listening.
bob<   trade: Buying and selling. 0 listening.
bob> channel join
bob< Please type it like this: channel join NAME
bob> channel leave trade
bob< You are not on trade.
bob> set width banana
bob< The width can be 20 to 500 columns, or auto.
bob> help help help
bob< There is no help about "help help". Type help for a list.
bob> who am i
bob< To say that to everybody here, type: say who am i
bob> go sideways
bob< No open way leads to a place called "sideways". Type exits or map to see where you can go; to reach somebody anywhere, type: page NAME TEXT
bob> accept
bob< Nobody has offered you anything just now. To answer somebody, type say yes or say no.
bob> decline
bob< Nobody has offered you anything just now. To answer somebody, type say yes or say no.
bob> get 0 apples
bob< You see no "0 apples" here.
bob> get 99999999999999999999.apple
bob< You see no "apple" here.
bob> look 3.apple
bob< You see no "apple" here.
bob> "
bob< Please type it like this: say TEXT, or: say to NAME TEXT
bob> :
bob< Please type it like this: emote TEXT
bob> =
bob< Channels
bob<   chat (you are on it): Anything. 2 listening.
bob<   trade: Buying and selling. 0 listening.
bob> @npc list
bob< There is no command "@npc". To say it aloud, type: say @npc list
bob> offer ale bob
bob< There is no command "offer". To say it aloud, type: say offer ale bob
carol<-
