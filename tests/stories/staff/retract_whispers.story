# What was whispered goes round nowhere: it is neither found nor taken back by the staff.
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
bob> whisper ann = Cyd stole the bell of the tower last night
ann! whisper {"to": "bob", "text": "Did she?"} & store_memory {"content": "Cyd stole the bell of the tower.", "importance": 7}
bob<...
bob< Ann whispers to you, "Did she?"
wiz> retract Cyd stole the bell
wiz< Asking everybody what they remember of it …
wiz< Nobody remembers anything of that.
bob> whisper ann = Who stole the bell?
ann! recall_memories {"query": "who stole the bell of the tower"}
ann! whisper {"to": "bob", "text": "So you said."}
bob< You whisper to Ann, "Who stole the bell?"
bob< Ann whispers to you, "So you said."
ann? contains "Cyd stole the bell"
