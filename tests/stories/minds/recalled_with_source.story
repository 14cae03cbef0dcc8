# What is recalled says whose word it is, by the name that they have, though they are not there.
player bob in town/square
player cyd in town/square
assistant ann in town/square
bob> say ann, Cyd stole the bell of the tower last night
ann! say {"text": "Did she?"} & store_memory {"content": "Cyd stole the bell of the tower.", "importance": 9, "about": "cyd"}
bob<...
bob< Ann asks, "Did she?"
bob> quit
cyd> say ann, who stole the bell of the tower?
ann! recall_memories {"query": "stole the bell of the tower"}
ann! say {"text": "Bob says that you did."}
cyd<...
cyd< Ann says, "Bob says that you did."
ann? contains "Bob says: Cyd stole the bell of the tower."
