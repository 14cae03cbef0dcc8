# A guest looks around and talks, and leaves nothing behind.
over sockets
guest dan in town/square
player bob in town/square
dan> say Good day.
bob<* Guest-* says, "Good day."
dan< You say, "Good day."
dan> inventory
dan< You carry nothing.
dan< In your purse: 10 coins.
dan> get pear
dan< You take a pear.
bob<* Guest-* takes a pear.
dan> quit
dan< Goodbye. Of a guest nothing is kept, and what you carried lies where you stood; to be somebody who lasts, begin with: create NAME PASSWORD
bob<* Guest-* falls asleep and is gone.
bob> get pear
bob< You take a pear.
