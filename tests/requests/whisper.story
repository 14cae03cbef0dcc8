# What is whispered is a conversation of its own; what was said aloud may be seen in it, never the other way round.
world content
machine only
hour 12
player ann in town/inn
wait 10s
ann> say mara, hello
mara! say {"text": "Welcome, Ann."}
ann> whisper mara I have one of your spoons in my boot.
mara! whisper {"to": "Ann", "text": "Then we shall talk later."}
ann> whisper mara Is it safe to give it to you here?
mara! whisper {"to": "Ann", "text": "As safe as anywhere."}
ann<...
ann<* Mara whispers to you*As safe as anywhere*
