# What people type as they would say it, or as other games would read it: an answer that helps.
player bob in town/square
player carol in town/square
bob> bye carol
bob< To say that to everybody here, type: say bye carol
bob> me too
bob< To say that to everybody here, type: say me too
bob> me waves.
bob< Bob waves.
bob> where is everybody
bob< To see who is awake, type: who. To see who is in the room with you, type: who here
bob> go there
bob< Where to? Name the place, as in: go to inn
bob> in the loft under the roof
bob< To say that to everybody here, type: say in the loft under the roof
bob> back in a minute
bob< To say that to everybody here, type: say back in a minute
bob> let's go to the inn
bob< To say that to everybody here, type: say let's go to the inn
bob> no way to tell, is there, carol
bob< To say that to everybody here, type: say no way to tell, is there, carol
bob> what is new carol?
bob< You ask, "what is new carol?"
bob> have you seen the pear, carol?
bob< You ask, "have you seen the pear, carol?"
bob> wisper carol I love you
bob< To say that to everybody here, type: say wisper carol I love you
bob> drink
bob< What would you like to drink? Type: drink THING
bob> eat
bob< What would you like to eat? Type: eat THING
bob> use
bob< What would you like to use? Type: use THING
bob> buy a round
bob< To see what there is to drink, type: list. To treat others, buy several, as in buy 3 ale, and then type: give ale to NAME
bob> buy drinks for everybody
bob< To see what there is to drink, type: list. To treat others, buy several, as in buy 3 ale, and then type: give ale to NAME
bob> get pear
bob< You take a pear.
bob> x pear again
bob< A pear
bob< It is hard.
bob> give pear to everybody
bob< One after the other, please: give pear to NAME
bob> pin pear
bob< Things are not pinned up here, only words are. To write a note that everybody can read, type: post TEXT
bob> pin pear to statue
bob< Things are not pinned up here, only words are. To write a note that everybody can read, type: post TEXT
bob> open door
bob< There is no door here.
bob> sit next to carol
bob< You sit down beside Carol.
bob> sit at statue
bob< You sit down at the statue.
bob> sit at moon
bob< You see no "moon" here.
bob> chat
bob< To speak on chat, type: chat TEXT. To read what was said: history chat. To join it: channel join chat
bob> help coin
bob< There is no help about "coin". Type help for a list.
bob> help zebra
bob< There is no help about "zebra". Type help for a list.
bob> sit statue
bob< Where? For instance: sit at statue
bob> yes I do
bob< Nobody has offered you anything just now. To answer somebody, type say yes or say no.
bob> yes
bob< Nobody has offered you anything just now. To answer somebody, type say yes or say no.
bob> look at sky
bob< To see what the sky is up to, type: weather
bob> look up
bob< There is no way up. To see what the sky is up to, type: weather
bob> look at the ground
bob< You look twice, but there is nothing more to the ground.
bob> look at my hands
bob< Bob
bob< Bob looks like anybody.
bob< Carries a pear.
bob< Bob is sitting.
bob> statue
bob< There is no command "statue". To look at it, type: look statue
bob> touch statue gently
bob< You touch the stone statue, and nothing about that surprises you.
bob> board ship
bob< To read the notes, type: board, or: board NUMBER. To go on board of something: enter THING
bob> get apples
bob< You take a red apple.
bob< You take a green apple.
bob> eat apples
bob< You eat the red apple.
bob> eat those
bob< There is nothing you could do with a green apple.
bob> yes please
bob< Nobody has offered you anything just now. To answer somebody, type say yes or say no.
bob> go left
bob< Ways are named by where they lead to here, as in: north. To see them, type: exits
bob> go inside
bob< There is no way in from here.
bob> go outside
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
