# Whoever is named twice reads it once.
player bob in town/square
player carol in town/square
player dan in town/square
bob> page carol,carol,carol = Hello.
bob< You page Carol, "Hello."
carol< Bob pages you, "Hello."
bob> page Carol, dan, car = Both of you.
bob< You page Carol and Dan, "Both of you."
carol< Bob pages you and Dan, "Both of you."
dan< Bob pages you and Carol, "Both of you."
bob> whisper carol, Carol, car = Psst.
bob< You whisper to Carol, "Psst."
carol< Bob whispers to you, "Psst."
dan<-
