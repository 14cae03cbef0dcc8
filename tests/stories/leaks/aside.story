# What was offered aside is accepted, paid and answered aside: who stands by notices nothing of it.
world content
no gambits
machine only
hour 12
player bob in town/inn
player cyd in town/inn
wait 10s
bob> whisper mara an ale please
bob< You whisper to Mara, "an ale please"
bob< Mara offers you a mug of ale for 2 coins. Type accept or decline.
bob<* Mara whispers to you*
cyd<-
bob> accept
bob< You give Mara 2 coins for a mug of ale.
cyd<-
bob> whisper mara thank you
bob< You whisper to Mara, "thank you"
bob< Mara whispers to you, "You are welcome. Tell people you heard it here."
cyd<-
# A spoon brings words of its own, and they are whispered as well.
bob> go boathouse
wait 60s
bob> up
bob> get silver spoon
bob> down
bob> go inn
wait 60s
bob<...
bob< Here: Mara (baking eel pies) and Cyd.
cyd<...
cyd< Bob arrives from the west.
bob> whisper mara I have one of your spoons
bob<...
bob<* Mara whispers to you*
cyd<-
bob> accept
bob< You give Mara a silver spoon for 5 coins and a brass ear.
bob< Mara whispers to you, "Now off to Bram with that ear."
cyd<-
