# Staff see from where people are connected.
over sockets
staff wiz in town/square
player bob in town/square
wiz> who
wiz< Awake
wiz<*   Stagehand, from 127.0.0.1, here for *
wiz<*   Wiz, from 127.0.0.1, here for *
wiz<*   Bob, from 127.0.0.1, here for *
wiz< 3 players are awake.
bob> who
bob< Awake
bob<*   Stagehand, here for *
bob<*   Wiz, here for *
bob<*   Bob, here for *
bob< 3 players are awake.
