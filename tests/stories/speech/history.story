# What was said on a channel can be read later, but not on one that is not yours.
player bob in town/square
bob> history chat
bob< Nothing was said on chat lately.
bob> chat Hello?
bob< [chat] You say: Hello?
player carol in town/inn
carol> chat history
carol< What was said on chat
carol<   Bob (less than a minute ago): Hello?
carol> channel chat I am here.
bob< [chat] Carol: I am here.
carol< [chat] You say: I am here.
carol> history chat
carol< What was said on chat
carol<   Bob (less than a minute ago): Hello?
carol<   Carol (less than a minute ago): I am here.
carol> ignore bob
carol< You no longer hear what Bob says. To hear it again, type: ignore bob off
carol> channel chat history
carol< What was said on chat
carol<   Carol (less than a minute ago): I am here.
bob> history watch
bob< There is no channel "watch". Type channel list to see them all.
staff wiz in town/inn
staff wes in town/inn
wiz> channel join watch
wiz< Wes wakes up and looks around.
wiz< You join watch. To speak on it: watch TEXT
wes> channel join watch
wes< You join watch. To speak on it: watch TEXT
wiz> watch All quiet.
wiz< [watch] You say: All quiet.
wes< [watch] Wiz: All quiet.
wes> watch history
wes< What was said on watch
wes<   Wiz (less than a minute ago): All quiet.
staff will in town/inn
will> watch history
will< Nothing was said on watch lately.
wiz< Will wakes up and looks around.
wes< Will wakes up and looks around.
carol< Wiz wakes up and looks around.
carol< Wes wakes up and looks around.
carol< Will wakes up and looks around.
