# Aloud again: nothing of what was whispered is there.
world content
machine only
hour 12
player ann in town/inn
wait 10s
ann> say mara, hello
mara! say {"text": "Welcome, Ann."}
ann> whisper mara I have one of your spoons in my boot.
mara! whisper {"to": "Ann", "text": "Then we shall talk later."}
ann> say mara, do you trust me?
mara! say {"text": "As far as I can see you."}
mara? lacks "boot"
ann<...
ann<* Mara says*As far as I can see you*
