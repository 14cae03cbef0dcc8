# Bob ignores Carol: her words do not reach him, her deeds do, and it lasts.
over sockets
staff wiz in town/square
player bob in town/square
player carol in town/square
assistant ann in town/inn
bob> ignore
bob< You ignore nobody.
bob> ignore carol
bob< You no longer hear what Carol says. To hear it again, type: ignore carol off
bob> ignore carol
bob< You ignore Carol already.
carol> say can you hear me?
carol< You ask, "can you hear me?"
wiz< Carol asks, "can you hear me?"
bob<-
carol> emote waves.
carol< Carol waves.
wiz< Carol waves.
bob<-
carol> chat hello
carol< [chat] You say: hello
wiz< [chat] Carol: hello
bob<-
carol> get pear
bob< Carol takes a pear.
carol< You take a pear.
wiz< Carol takes a pear.
carol> page bob hello?
carol< Bob does not want to hear from you, so nobody hears that.
bob<-
carol> whisper bob hello?
carol< Bob does not want to hear from you, so nobody hears that.
bob<-
carol> page bob, wiz = hello?
carol< Bob does not want to hear from you, so nobody hears that.
wiz<-
bob> ignore wiz
bob< Wiz looks after the game, and only staff can ignore staff. If something is wrong, tell another of the staff.
wiz> emit Thunder rolls.
bob< Thunder rolls.
wiz> ignore carol
wiz< Thunder rolls.
wiz< You no longer hear what Carol says. To hear it again, type: ignore carol off
carol> say nobody?
carol< Thunder rolls.
carol< You ask, "nobody?"
bob> ignore bob
bob< You cannot ignore yourself, however hard you try.
bob> ignore dave
bob< Nobody called "dave" is awake just now.
bob> ignore ann
bob< You no longer hear what Ann says. To hear it again, type: ignore ann off
bob> ignore
bob< You do not hear what these say
bob<   Ann
bob<   Carol
restart
carol> say and now?
carol< You ask, "and now?"
bob<-
carol> quit
bob< Carol falls asleep and is gone.
bob> ignore carol off
bob< You no longer ignore Carol.
bob> unignore carol
bob< You do not ignore anybody called "carol". To see whom: ignore
bob> unignore ann
bob< You no longer ignore Ann.
back carol
carol> say and now?
bob< Carol wakes up and looks around.
bob< Carol asks, "and now?"
