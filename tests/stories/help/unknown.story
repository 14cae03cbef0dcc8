# Unknown words suggest near ones; beginnings do for names.
player bob in town/square
bob> whsper carol hello
bob< There is no command "whsper". Did you mean whisper?
bob> xyzzy
bob< There is no command "xyzzy". To say it aloud, type: say xyzzy
bob> inv
bob< You carry nothing.
bob< In your purse: 10 coins.
bob> d
bob< There is no way down from here.
bob> ...
bob< There is no command "...". To say it aloud, type: say ...
bob> kick bob
bob< There is no command "kick". To say it aloud, type: say kick bob
