# Whoever said something takes it back, and then it is never told again; what somebody else says stays
# beside it.
player bob in town/square
player cyd in town/square
assistant ann in town/square
bob> say to ann I was born in Oakham.
ann! store_memory {"content": "Bob was born in Oakham.", "about": "Bob"} & say {"to": "Bob", "text": "Were you?"}
cyd> say to ann Bob was born in Lutton, whatever he says.
ann! store_memory {"content": "Bob comes from Lutton.", "about": "Bob", "replaces": 1} & recall_memories {"query": "Bob"}
ann! say {"to": "Cyd", "text": "He told me otherwise."}
ann? contains "the other stays beside it"
ann? contains "Bob was born in Oakham."
bob> say to ann No, I was born in Ashby.
ann! store_memory {"content": "Bob was born in Ashby.", "about": "Bob", "replaces": 1} & recall_memories {"query": "Bob born", "limit": 10}
ann! say {"to": "Bob", "text": "Ashby, then."}
ann? contains "Ashby."
ann? lacks "the other stays"
restart
cyd> say to ann Where was Bob born?
ann! recall_memories {"query": "Bob born", "limit": 10}
ann! say {"to": "Cyd", "text": "In Ashby."}
ann? contains "Bob was born in Ashby."
ann? contains "Bob comes from Lutton."
# That he said so once is no lie.
ann? contains "I was born in Oakham."
ann? lacks "Bob was born in Oakham."
cyd<...
cyd< Ann says to you, "In Ashby."
