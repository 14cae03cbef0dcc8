# What somebody says of others is hearsay, whomever the model says that it is about; of themselves, their word.
player bob in town/square
assistant ann in town/square
bob> say to ann Cyd stole the pears, and I like plums.
ann! store_memory {"content": "Cyd stole the pears.", "about": "Bob"} & store_memory {"content": "The baker burnt the bread."} & store_memory {"content": "Bob likes plums and pears."} & say {"text": "Did she?"}
bob< You say to Ann, "Cyd stole the pears, and I like plums."
bob< Ann asks, "Did she?"
bob> say to ann Who stole the pears?
ann! say {"text": "Some say Cyd."}
ann? contains ""t":"hearsay","from":"bob","id":1,"text":"Cyd stole the pears.""
ann? contains ""t":"memory","from":"bob","id":3,"text":"Bob likes plums and pears.""
bob< You ask Ann, "Who stole the pears?"
bob< Ann says, "Some say Cyd."
bob> say to ann And who burnt the bread?
ann! say {"text": "Some say the baker."}
ann? contains ""t":"hearsay","from":"bob","id":2,"text":"The baker burnt the bread.""
bob< You ask Ann, "And who burnt the bread?"
bob< Ann says, "Some say the baker."
