# Staff who know `ban` from other games get to sitelock, in words and in the help.
staff wiz in town/square
player bob in town/square
bob> ban wiz = rude
bob< There is no command "ban". To say it aloud, type: say ban wiz = rude
wiz> ban
wiz< Everybody may come in; there is no rule.
wiz> ban eve for 2 days = spam
wiz< ?
wiz> @ban 10.1.2.0/24
wiz< ?
wiz> ban guest 10.1.3.0/24 = spam
wiz< ?
wiz> ban
wiz< ?
wiz> ban eve for ever
wiz< ?
wiz> ban wiz
wiz< ?
wiz> unban eve
wiz< ?
wiz> unban 2
wiz< ?
wiz> unban
wiz< ?
wiz> unban 1
wiz< ?
wiz> help ban
wiz< ?
