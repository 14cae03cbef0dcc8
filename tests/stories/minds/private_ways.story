# A whisper is answered by a whisper, a page by a page, and nobody else knows.
player bob in town/square
player carol in town/square
assistant ann in town/square
bob> whisper ann What do you know?
ann! whisper {"to": "bob", "text": "More than I say."}
bob< You whisper to Ann, "What do you know?"
bob< Ann whispers to you, "More than I say."
carol<-
bob> page ann And now?
ann! page {"to": "bob", "text": "Still more than I say."}
bob< You page Ann, "And now?"
bob< Ann pages you, "Still more than I say."
carol<-
