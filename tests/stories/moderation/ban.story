# Staff who know `ban` from other games get to sitelock, in words and in the help.
staff wiz in town/square
player bob in town/square
bob> ban wiz = rude
bob< There is no command "ban". To say it aloud, type: say ban wiz = rude
wiz> ban
wiz< Everybody may come in; there is no rule.
wiz> ban eve for 2 days = spam
wiz< The rule holds. 1: connect eve, until 2023-11-16 22:13 UTC, by Wiz on 2023-11-14 22:13 UTC: spam
wiz> @ban 10.1.2.0/24
wiz< The rule holds. 2: connect 10.1.2.0/24, for good, by Wiz on 2023-11-14 22:13 UTC
wiz> ban guest 10.1.3.0/24 = spam
wiz< The rule holds. 3: guest 10.1.3.0/24, for good, by Wiz on 2023-11-14 22:13 UTC: spam
wiz> ban
wiz< Who may not come in
wiz<   1: connect eve, until 2023-11-16 22:13 UTC, by Wiz on 2023-11-14 22:13 UTC: spam
wiz<   2: connect 10.1.2.0/24, for good, by Wiz on 2023-11-14 22:13 UTC
wiz<   3: guest 10.1.3.0/24, for good, by Wiz on 2023-11-14 22:13 UTC: spam
wiz> ban eve for ever
wiz< Please type it like this: ban WHOM = REASON, or: ban WHOM for 2 days = REASON, or: ban
wiz> ban wiz
wiz< That rule would keep you out yourself, so it is not made.
wiz> unban eve
wiz< Please type it like this: unban NUMBER, or: ban
wiz> unban 2
wiz< The rule is lifted. 2: connect 10.1.2.0/24, for good, by Wiz on 2023-11-14 22:13 UTC
wiz> unban
wiz< Who may not come in
wiz<   1: connect eve, until 2023-11-16 22:13 UTC, by Wiz on 2023-11-14 22:13 UTC: spam
wiz<   3: guest 10.1.3.0/24, for good, by Wiz on 2023-11-14 22:13 UTC: spam
wiz> unban 1
wiz< The rule is lifted. 1: connect eve, until 2023-11-16 22:13 UTC, by Wiz on 2023-11-14 22:13 UTC: spam
wiz> help ban
wiz< Sitelock
wiz< Ban people and addresses: say who may not come in.
wiz< How to type it:
wiz<   sitelock
wiz<   sitelock connect WHOM = REASON
wiz<   sitelock create WHOM = REASON
wiz<   sitelock guest WHOM = REASON
wiz<   sitelock connect WHOM for 2 days = REASON
wiz<   sitelock lift NUMBER
wiz< Also: @sitelock, ban and unban
wiz< Example: sitelock connect 10.1.2.0/24 for 2 days = spam
wiz< Example: ban bob for 2 days = spam
wiz< ban is short for sitelock connect, unban for sitelock lift. connect keeps people out, create keeps them from making characters, guest from coming in as guests. WHOM is an address, a subnet, a name, the beginning of names as in bob*, or * for everybody; for guests it is an address, a subnet or *. A name means the account: who has a character of that name comes in with none of theirs. The time is in minutes, hours, days or weeks; without it the rule stands until you lift it. Those who are refused read the reason. A rule holds at once, for those who come; to send somebody away: help kick. Where people come from is shown by: who. A rule that would keep out somebody of the staff who is awake is not made.
