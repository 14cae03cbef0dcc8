# What somebody bought and gave is told as a list, also after a restart, and nobody else is told.
world content
machine only
player bob in town/inn
player cyd in town/inn
wait 60s
bob> say mara, a pie please
bob<...
bob> accept
bob<...
wait 86400s
bob> give 1 coin to mara
bob<...
restart
wait 86400s
bob> say mara, what did I buy?
bob<...
bob<* Mara says to you, "You gave me 1 coin yesterday and gave me 3 coins for an eel pie 2 days ago. I keep count."
cyd> say mara, what did I give you?
cyd<...
cyd<* Mara says to you, "Nothing that I remember, Cyd, and I remember most of it."
