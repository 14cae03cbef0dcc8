# A pause makes a character silent until it is over, over a restart too; a reset lets it begin anew.
machine only
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
wiz> @npc pause ann 10
wiz< Ann is silent for 10 minutes.
wiz> @npc list
wiz< The town's own people
wiz<*   Ann (ann): paused by the staff, in *
bob> say ann, hello?
bob< You ask, "ann, hello?"
bob<-
restart
bob> say ann, still there?
bob< You ask, "ann, still there?"
bob<-
wait 600s
bob> say ann, and now?
ann! say {"text": "Back again."}
bob< You ask, "ann, and now?"
bob< Ann says, "Back again."
wiz> @npc reset ann
wiz< Ann begins anew, and remembers what it remembered.
wiz> @npc history ann
wiz< What Ann perceived last
wiz<   nothing that you may read
wiz> why ann
wiz<...
wiz<*   * paused until * by "Wiz" (wiz)
wiz<*   * reset by "Wiz" (wiz)
wiz<...
wiz> @npc pause ann 0
wiz<* Please type it like this: @npc pause NAME MINUTES*
