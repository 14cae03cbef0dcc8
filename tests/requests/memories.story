# What comes to mind says from whom it is; what one says of another is hearsay.
machine only
player bob in town/square
player cyd in town/square
assistant ann in town/square
bob> say to ann Cyd stole the pears, and I like plums.
ann! store_memory {"content": "Cyd stole the pears."} & store_memory {"content": "Bob likes plums.", "about": "Bob"} & say {"to": "Bob", "text": "Did he?"}
wait 700s
cyd> say to ann What do you know of pears?
ann! say {"to": "Cyd", "text": "What people say."}
cyd<...
cyd<* Ann says to you*What people say*
