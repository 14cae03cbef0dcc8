# A rule ends by itself.
machine only
staff wiz in town/square
wiz> sitelock connect 10.0.0.0/8 for 2 minutes = spam
wiz<* The rule holds. 1: connect 10.0.0.0/8, until * UTC, by Wiz on * UTC: spam
wait 119s
wiz> sitelock
wiz< Who may not come in
wiz<*   1: connect 10.0.0.0/8, until * UTC, by Wiz on * UTC: spam
wait 1s
wiz> sitelock
wiz< Everybody may come in; there is no rule.
wiz> sitelock lift 1
wiz< There is no rule 1. To see them all, type: sitelock
