# Who is awake, and how long a day is.
over sockets
player bob in town/square
player carol in town/inn
bob> who
bob< Awake
bob<...
bob<* * players are awake.
bob> time
bob<* It is *
