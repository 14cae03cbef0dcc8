# What somebody takes back in private they take back for those who heard it: for everybody else what they said
# aloud stays as it was, and what was seen is nobody's to take back.
player bob in town/square
player cyd in town/square
assistant ann in town/square
bob> say to ann I was born in Oakham.
ann! store_memory {"content": "Bob was born in Oakham.", "about": "Bob"} & say {"to": "Bob", "text": "Were you?"}
bob<...
bob> whisper ann = No, I was born in Ashby, and I never gave Cyd a pear.
ann! store_memory {"content": "Bob was born in Ashby.", "about": "Bob", "replaces": 1} & recall_memories {"query": "Bob born", "limit": 10}
ann! store_memory {"content": "Bob never said that he was born in Oakham.", "about": "Bob", "replaces": 1} & whisper {"to": "bob", "text": "Ashby, then."}
ann? contains "the other stays beside it"
ann? contains "Bob was born in Oakham."
bob<...
cyd> say to ann Where was Bob born?
ann! recall_memories {"query": "Bob born", "limit": 10}
ann! say {"to": "Cyd", "text": "In Oakham."}
ann? contains "Bob was born in Oakham."
ann? lacks "Ashby"
ann? lacks "never said"
