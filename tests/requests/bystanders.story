# Others talk beside: what they say is of the moment, behind the conversation.
world content
machine only
hour 12
player ann in town/inn
player bob in town/inn
wait 10s
ann> say mara, hello
mara! say {"text": "Welcome, Ann.", "to": "Ann"}
bob> say to ann Lovely weather, is it not?
ann> say to bob It is.
bob> smile
ann> say mara, what is new?
mara! say {"text": "The bell leans.", "to": "Ann"}
ann<...
ann<* Mara says to you*The bell leans*
