# Notes on the board are read by everybody, and taken down by their writers.
machine only
player bob in town/square
player carol in town/inn
guest eve in town/square
staff wiz in town/square
bob> board
bob< No note hangs on the board. To pin one up, type: post TEXT
bob> post Who goes to the cellar with me?
bob< You pin up note 1. To take it down, type: unpost 1
bob> note I lost a pear.
bob< You pin up note 2. To take it down, type: unpost 2
bob> read board
bob< Notes on the board
bob<   2, Bob, less than a minute ago: I lost a pear.
bob<   1, Bob, less than a minute ago: Who goes to the cellar with me?
bob< To read one, type: read NUMBER
bob> read 1
bob< Note 1, by Bob, less than a minute ago
bob< Who goes to the cellar with me?
bob> read well
bob< It is deep.
eve> post Hello.
eve< "post" needs a name of your own, for of a guest nothing is kept. To get one, type quit, connect again, and then type: create NAME (on the page: "I would like a name of my own")
eve> read 2
eve< Note 2, by Bob, less than a minute ago
eve< I lost a pear.
carol> read 1
carol< There is no board here. One is at: The Square
carol> post Here?
carol< There is no board here to pin a note to. To see where one is, type: board
carol> south
carol< The Square
carol< A square with a well.
carol< Exits: north.
carol< You see a red apple, a green apple, a pear, a stone statue.
carol< Here: Bob, Guest-1 and Wiz.
eve< Carol arrives from the north.
bob< Carol arrives from the north.
wiz< Carol arrives from the north.
carol> unpost 1
carol< Note 1 is by Bob, who alone takes it down.
carol> report board 1: It is a trap.
carol< Thank you. The staff will read your report about Bob.
wiz< Carol reports Bob. To read it, type: reports show 1
wiz> reports show 1
wiz< Report 1
wiz< Carol (carol) about Bob (bob), 2023-11-14 22:13 UTC, in town/square
wiz< Carol belongs to the account of-carol.
wiz< Bob belongs to the account of-bob.
wiz< What happened: It is a trap.
wiz< Nothing was heard before.
wiz< What one saw: Note 1: Who goes to the cellar with me?
bob> unpost note 1
bob< Note 1 is gone.
bob> board 1
bob< There is no note 1 on the board. To see them, type: board
wiz> unpost 2
wiz< Note 2 is gone.
restart
bob> board
bob< No note hangs on the board. To pin one up, type: post TEXT
bob> post One.
bob< You pin up note 1. To take it down, type: unpost 1
restart
carol> ignore bob
carol< You no longer hear what Bob says. To hear it again, type: ignore bob off
carol> board
carol< No note hangs on the board. To pin one up, type: post TEXT
bob> board
bob< Notes on the board
bob<   1, Bob, less than a minute ago: One.
bob< To read one, type: read NUMBER
