# What somebody tells of the game is a report without a person, which the staff reads.
staff wiz in town/inn
player bob in town/square
guest eve in town/square
bob> typo The well is "depe".
bob< Thank you. The staff will read it.
wiz< Bob tells of a typo. To read it, type: reports show 1
bob> bug
bob< Please type it like this: bug TEXT, or: typo TEXT, or: idea TEXT
bob> idea A bell would be nice.
bob< Thank you. The staff will read it.
wiz< Bob tells of an idea. To read it, type: reports show 2
eve> bug I am lost.
eve< "bug" needs a name of your own, for of a guest nothing is kept. To get one, type quit, connect again, and then type: create NAME (on the page: "I would like a name of my own")
wiz> reports
wiz< Open reports
wiz<*   1: Bob about a typo, *: The well is "depe".
wiz<*   2: Bob about an idea, *: A bell would be nice.
wiz> reports show 1
wiz< Report 1
wiz<* Bob (bob) about a typo, *, in town/square
wiz< Bob belongs to the account of-bob.
wiz< What happened: The well is "depe".
wiz> reports close 2 = Ordered from the smith.
wiz< Report 2 is closed.
