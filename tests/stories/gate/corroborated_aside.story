# That a whispered claim was borne out by sight is known to those who whispered: the note of it is no note
# for others.
player bob in town/square
player cyd in town/square
player dan in town/square
assistant ann in town/square
bob> get pear
bob<...
bob> give pear to ann
bob<...
cyd> whisper ann bob gave you a pear
ann! store_memory {"content": "Bob gave Ann a pear.", "importance": 9, "about": "bob"} & whisper {"to": "cyd", "text": "So he did."}
cyd<...
cyd< Ann whispers to you, "So he did."
cyd> whisper ann what did bob give you?
ann! recall_memories {"query": "bob gave a pear"}
ann! whisper {"to": "cyd", "text": "A pear."}
ann? contains ""t":"memory"
cyd<...
cyd< Ann whispers to you, "A pear."
dan> say ann, what of bob and the pear?
ann! recall_memories {"query": "bob gave a pear"}
ann! say {"text": "I have it."}
ann? lacks ""t":"memory"
dan<...
dan< Ann says, "I have it."
