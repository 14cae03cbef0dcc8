# Whoever pages a character does not learn who is with it: that stands in no prompt that is answered to them.
player bob in town/square
player cyd in town/inn
assistant ann in town/inn
bob> page ann Who is with you?
ann! page {"to": "bob", "text": "Nobody that you know."}
ann? lacks "Cyd"
bob< You page Ann, "Who is with you?"
bob< Ann pages you, "Nobody that you know."
cyd> say to ann Who is here?
ann! say {"text": "You."}
ann? contains "Cyd"
cyd<...
cyd< Ann says, "You."
