# What staff do by commands for staff is written down, done or refused; what players try is not.
staff wiz in town/square
owner zoe in town/inn
player bob in town/square
wiz> emit A bell tolls.
wiz> kick zoe = Enough.
wiz> kick nobody
wiz> kick
wiz> emitt
wiz> say hello
wiz> shutdown now
bob> kick wiz
bob> audit
wiz< A bell tolls.
wiz< You are not allowed to do that.
wiz< Nobody called "nobody" is awake just now.
wiz< Please type it like this: kick NAME, or: kick NAME = REASON
wiz< There is no command "emitt". Did you mean emit or emote or exits?
wiz< You say, "hello"
wiz< There is no command "shutdown". To say it aloud, type: say shutdown now
bob< A bell tolls.
bob< Wiz says, "hello"
bob< There is no command "kick". To say it aloud, type: say kick wiz
bob< There is no command "audit". Did you mean quit?
zoe> audit
zoe< What the staff did
zoe<*   * UTC Wiz (account of-wiz) from 127.0.0.1: emit A bell tolls. (done)
zoe<*   * UTC Wiz (account of-wiz) from 127.0.0.1: kick zoe = Enough. (refused: You are not allowed to do that.)
zoe<*   * UTC Wiz (account of-wiz) from 127.0.0.1: kick nobody (refused: Nobody called "nobody" is awake just now.)
zoe<*   * UTC Wiz (account of-wiz) from 127.0.0.1: kick (refused: Please type it like this: kick NAME, or: kick NAME = REASON)
zoe<*   * UTC Wiz (account of-wiz) from 127.0.0.1: shutdown now (refused: There is no command "shutdown". *)
restart
zoe> audit wiz
zoe< What the staff did
zoe<*   * UTC Wiz (account of-wiz) from 127.0.0.1: emit A bell tolls. (done)
zoe<*   * UTC Wiz (account of-wiz) from 127.0.0.1: kick zoe = Enough. (refused: You are not allowed to do that.)
zoe<*   * UTC Wiz (account of-wiz) from 127.0.0.1: kick nobody (refused: Nobody called "nobody" is awake just now.)
zoe<*   * UTC Wiz (account of-wiz) from 127.0.0.1: kick (refused: Please type it like this: kick NAME, or: kick NAME = REASON)
zoe<*   * UTC Wiz (account of-wiz) from 127.0.0.1: shutdown now (refused: There is no command "shutdown". *)
zoe> audit of-wiz
zoe< What the staff did
zoe<...
zoe<*   * UTC Wiz (account of-wiz) from 127.0.0.1: shutdown now (refused: *)
zoe> audit bob
zoe< Nothing of the kind was done lately.
