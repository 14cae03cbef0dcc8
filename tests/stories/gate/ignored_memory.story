# What somebody says before everybody of a player who ignores them is not read among what a character keeps
# of that player.
machine only
player bob in town/square
player cyd in town/square
assistant ann in town/square
cyd> say ann, bob is a thief
ann! store_memory {"content": "Bob is a thief.", "importance": 9, "about": "bob"} & say {"text": "Is he."}
cyd<...
cyd< Ann says, "Is he."
bob> memory ann
bob<...
bob<* *Bob is a thief.*
bob> ignore cyd
bob<...
bob< You no longer hear what Cyd says. To hear it again, type: ignore cyd off
bob> memory ann
bob<...
bob<   What those whom you ignore said of you is left out.
bob<-
