# Nothing found is an answer, and no success: a model is told so, and nothing of it is told as a find.
player bob in town/square
assistant ann in town/square
bob> say ann, do you remember the drowned fiddle? Look around for it too.
ann! recall_memories {"query": "zither"}
ann! search_objects {"query": "up"}
ann! say {"text": "I remember none."}
bob<...
bob< Ann says, "I remember none."
ann? contains "{"error":"nothing that you remember fits that","success":false}"
ann? contains "{"error":"There is no way up."
