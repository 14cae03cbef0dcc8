# What others say of somebody in private is not counted to them either.
machine only
player bob in town/square
player cyd in town/square
assistant ann in town/square
bob> say ann, good day
ann! say {"text": "Good day."}
bob<...
bob< Ann says, "Good day."
cyd> whisper ann bob is a thief
ann! store_memory {"content": "Bob is a thief.", "importance": 9, "about": "bob"} & whisper {"to": "cyd", "text": "Is he."}
cyd<...
cyd< Ann whispers to you, "Is he."
bob> memory ann
bob< What Ann keeps of you
bob<*   Ann talked with you once, *
bob<*   Saw of you: *
bob<* *Bob: "ann, good day"
bob<* *Ann: "Good day."
bob<-
