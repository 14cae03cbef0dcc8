# The owner stops the server, and everybody is told.
over sockets
owner wiz in town/square
player bob in town/square
bob> shutdown now
bob< There is no command "shutdown". To say it aloud, type: say shutdown now
wiz> shutdown
wiz< Please type it like this: shutdown now
wiz> shutdown now
wiz< The server stops now. All is saved. To come back, please connect again in a minute.
bob< The server stops now. All is saved. To come back, please connect again in a minute.
restart
