# What was said in an open room is no secret: it is told on, with whose word it is, and what somebody
# says of somebody else as hearsay; a promise to one in a whisper stays between the two.
player bob in town/square
player cyd in town/inn
assistant ann in town/square
  slot likes: likes {}
bob> say to ann I like plums, and Cyd owes me a pear.
ann! remember_fact {"slot": "likes", "value": "plums"} & store_memory {"content": "Cyd owes Bob a pear.", "about": "Cyd"} & say {"text": "So he does."} & whisper {"to": "bob", "text": "I shall not tell him."}
bob<...
bob< Ann whispers to you, "I shall not tell him."
cyd> south
cyd<...
cyd> say to ann What does Bob say of me?
ann! say {"to": "cyd", "text": "That you owe him a pear."}
ann? contains ""t":"hearsay","from":"bob","id":1,"text":"Cyd owes Bob a pear.""
ann? contains "So he does."
ann? lacks "I shall not tell him."
cyd<...
cyd< Ann says to you, "That you owe him a pear."
