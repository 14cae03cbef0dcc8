# Who was here today is remembered also after a restart; who was here some days ago is not of today.
world content
machine only
player bob in town/inn
player cyd in town/square
player dan in town/square
wait 60s
dan> east
dan<...
dan> west
dan<...
wait 90000s
cyd> east
cyd<...
cyd> west
cyd<...
wait 7200s
restart
bob> say mara, who was here today?
bob<...
bob< Mara says, "Cyd, Bob; nobody else whom I saw of late."
