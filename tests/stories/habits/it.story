# It is what one handled, looked at or came to hold last; other words for what is meant are read over.
player bob in town/square
player carol in town/square
bob> get it
bob< What do you mean by "it"? Please name it, as in: look at ring
bob> get pear
bob< You take a pear.
bob> drop it
bob< You put down a pear.
bob> look at it
bob< A pear
bob< It is hard.
bob> take it
bob< You take a pear.
bob> give it carol
bob< You give Carol a pear.
bob> give 2 coins carol
bob< You give Carol 2 coins.
bob> get the other pear
bob< You see no "pear" here.
bob> give to carol
bob< Please type it like this: give THING to NAME, or: give NUMBER coins to NAME
carol> x it
carol< Bob takes a pear.
carol< Bob puts down a pear.
carol< Bob takes a pear.
carol< Bob gives you a pear.
carol< Bob gives you 2 coins.
carol< A pear
carol< It is hard.
carol> say it
carol< You say, "it"
carol> look statue
carol< A stone statue
carol< It looks at you.
carol> touch it
carol< You touch the stone statue, and nothing about that surprises you.
carol> look at staute
carol< A stone statue
carol< It looks at you.
carol> get statu
carol< You cannot take a stone statue; it stays where it is.
carol> drop paer
carol< You carry no "paer". Did you mean pear?
carol> search
carol< You find a red apple, a green apple and a stone statue. Whatever the description of the place mentions you can search as well: search THING, or look THING
carol> get up
carol< To get up, type: stand. To pick something up, type: get THING
carol> get in statue
carol< The statue is nothing to go into. To see the ways out, type: exits
