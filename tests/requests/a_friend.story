# Somebody she knows: what she thinks of her, keeps in mind of her, and sees her carry.
world content
machine only
hour 20
player ann in town/inn
wait 10s
ann> say mara, hello
mara! remember_fact {"slot": "likes", "value": "plum brandy"} & feel {"regard": 30, "mood": 40} & say {"text": "I knew you at once."}
ann> say mara, an ale please
mara! offer {"id": "sell-ale"} & say {"text": "Two coins."}
ann> accept
wait 10s
ann> say mara, how are you?
mara! say {"text": "Better, with you about."}
ann<...
ann<* Mara says*Better, with you about*
