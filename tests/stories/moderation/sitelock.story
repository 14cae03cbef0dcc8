# Staff make and lift rules about who may come in; players cannot.
over sockets
staff wiz in town/square
player bob in town/square
bob> sitelock
bob< There is no command "sitelock". To say it aloud, type: say sitelock
wiz> sitelock
wiz< Everybody may come in; there is no rule.
wiz> sitelock connect 10.1.2.77/24 for 2 days = spam
wiz<* The rule holds. 1: connect 10.1.2.0/24, until * UTC, by Wiz on * UTC: spam
wiz> sitelock create Bob* = reserved for staff
wiz<* The rule holds. 2: create bob*, for good, by Wiz on * UTC: reserved for staff
wiz> sitelock guest 2001:db8::/32
wiz<* The rule holds. 3: guest 2001:db8::/32, for good, by Wiz on * UTC
wiz> sitelock guest * for 1 hour
wiz<* The rule holds. 4: guest *, until * UTC, by Wiz on * UTC
wiz> sitelock guest bob
wiz< Guests have no names of their own: give an address, a subnet, or * for all of them.
wiz> sitelock connect 10.1.2
wiz< "10.1.2" is neither an address, as 10.1.2.3 or 2001:db8::1, nor a subnet, as 10.1.2.0/24.
wiz> sitelock connect b*b
wiz< "b*b" is no name: that is one word of letters, with a * at its end for all that begin so.
wiz> sitelock connect bob for ever
wiz< Please type it like this: sitelock connect WHOM = REASON, or: sitelock create WHOM = REASON, or: sitelock guest WHOM = REASON, or: sitelock connect WHOM for 2 days = REASON
wiz> sitelock kick bob
wiz< Please type it like this: sitelock, or: sitelock connect WHOM = REASON, or: sitelock create WHOM = REASON, or: sitelock guest WHOM = REASON, or: sitelock connect WHOM for 2 days = REASON, or: sitelock lift NUMBER
wiz> sitelock connect wiz
wiz< That rule would keep you out yourself, so it is not made.
wiz> sitelock connect 127.0.0.0/8 = a slip
wiz< That rule would keep you out yourself, so it is not made.
wiz> sitelock connect * = a slip
wiz< That rule would keep you out yourself, so it is not made.
wiz> sitelock connect stage* = a slip
wiz< That rule would keep out Stagehand of the staff, so it is not made.
wiz> sitelock
wiz< Who may not come in
wiz<*   1: connect 10.1.2.0/24, until * UTC, by Wiz on * UTC: spam
wiz<*   2: create bob*, for good, by Wiz on * UTC: reserved for staff
wiz<*   3: guest 2001:db8::/32, for good, by Wiz on * UTC
wiz<*   4: guest *, until * UTC, by Wiz on * UTC
wiz> sitelock lift 3
wiz<* The rule is lifted. 3: guest 2001:db8::/32, for good, by Wiz on * UTC
wiz> sitelock lift 3
wiz< There is no rule 3. To see them all, type: sitelock
restart
wiz> sitelock
wiz< Who may not come in
wiz<*   1: connect 10.1.2.0/24, until * UTC, by Wiz on * UTC: spam
wiz<*   2: create bob*, for good, by Wiz on * UTC: reserved for staff
wiz<*   4: guest *, until * UTC, by Wiz on * UTC
wiz> sitelock create zoe
wiz<* The rule holds. 5: create zoe, for good, by Wiz on * UTC
