# Bob reports Carol; the staff reads what he heard, and nothing he did not hear.
over sockets
staff wiz in town/inn
player bob in town/square
player carol in town/square
player dave in town/inn
guest eve in town/square
carol> say Go away, Bob.
carol> whisper bob Or else.
carol> page wiz I love this town.
dave> say Nobody in the square hears this.
carol> get pear
bob> page dave, carol = Stop it.
bob< Carol says to you, "Go away, Bob."
bob< Carol whispers to you, "Or else."
bob< Carol takes a pear.
bob< You page Dave and Carol, "Stop it."
carol< You say to Bob, "Go away, Bob."
carol< You whisper to Bob, "Or else."
carol< You page Wiz, "I love this town."
carol< You take a pear.
carol< Bob pages you and Dave, "Stop it."
wiz< Carol pages you, "I love this town."
wiz< Dave says, "Nobody in the square hears this."
dave< You say, "Nobody in the square hears this."
dave< Bob pages you and Carol, "Stop it."
eve< Carol says to Bob, "Go away, Bob."
eve< Carol takes a pear.
bob> report carol
bob< Please type it like this: report NAME: WHAT HAPPENED, or: report board NUMBER: WHY, or: report letter NUMBER: WHY
bob> report zoe: She is rude.
bob< Nobody called "zoe" is awake just now.
bob> report bob: I am rude.
bob< You cannot report yourself.
carol> quit
bob> report carol: She will not leave me alone.
bob< Carol falls asleep and is gone.
bob< Thank you. The staff will read your report about Carol.
wiz< Bob reports Carol. To read it, type: reports show 1
dave<-
bob> reports
bob< There is no command "reports". Did you mean report?
eve> report bob: He is rude.
eve< Carol falls asleep and is gone.
eve< "report" needs a name of your own, for of a guest nothing is kept. To get one, type quit, connect again, and then type: create NAME (on the page: "I would like a name of my own")
wiz> reports
wiz< Open reports
wiz<*   1: Bob about Carol, * UTC: She will not leave me alone.
wiz> reports show 1
wiz< Report 1
wiz<* Bob (bob) about Carol (carol), * UTC, in town/square
wiz< Bob belongs to the account of-bob.
wiz< Carol belongs to the account of-carol.
wiz< What happened: She will not leave me alone.
wiz< What Bob heard before:
wiz<*   * Carol says to Bob, "Go away, Bob."
wiz<*   * Carol whispers to Bob, "Or else."
wiz<*   * Bob pages Dave and Carol, "Stop it."
wiz> reports show 2
wiz< There is no report 2. To see the open ones, type: reports
wiz> reports show
wiz< Please type it like this: reports show NUMBER
wiz> reports close 1
wiz< Please type it like this: reports close NUMBER = WHAT WAS DONE
wiz> reports close 1 = Spoke with Carol.
wiz< Report 1 is closed.
wiz> reports close 1 = Again.
wiz< Report 1 was closed by Wiz already.
restart
wiz> reports
wiz< No report is open.
wiz> reports show 1
wiz< Report 1
wiz<* Bob (bob) about Carol (carol), * UTC, in town/square
wiz< Bob belongs to the account of-bob.
wiz< Carol belongs to the account of-carol.
wiz< What happened: She will not leave me alone.
wiz< What Bob heard before:
wiz<*   * Carol says to Bob, "Go away, Bob."
wiz<*   * Carol whispers to Bob, "Or else."
wiz<*   * Bob pages Dave and Carol, "Stop it."
wiz<* Closed by Wiz, * UTC: Spoke with Carol.
bob> report dave: one
bob> report dave: two
bob> report dave: three
bob> report dave: four
bob> report dave: five
bob> report dave: six
bob< Thank you. The staff will read your report about Dave.
bob< Thank you. The staff will read your report about Dave.
bob< Thank you. The staff will read your report about Dave.
bob< Thank you. The staff will read your report about Dave.
bob< Thank you. The staff will read your report about Dave.
bob< You have 5 open reports, and that is the most. The staff will look at them; please wait until one is closed.
wiz< Bob reports Dave. To read it, type: reports show 2
wiz< Bob reports Dave. To read it, type: reports show 3
wiz< Bob reports Dave. To read it, type: reports show 4
wiz< Bob reports Dave. To read it, type: reports show 5
wiz< Bob reports Dave. To read it, type: reports show 6
dave<-
