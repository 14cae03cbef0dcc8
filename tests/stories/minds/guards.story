# What was said a moment ago is not said again beside other words, and nobody says more than two things
# at once.
player bob in town/square
assistant ann in town/square
bob> say to ann What is down there?
ann! say {"text": "Nobody has ever seen the bottom of the well."}
bob< You ask Ann, "What is down there?"
bob< Ann says, "Nobody has ever seen the bottom of the well."
bob> say to ann And now?
ann! emote {"text": "leans over."} & say {"text": "Nobody has ever seen the bottom of the well."}
bob< You ask Ann, "And now?"
bob< Ann leans over.
bob> say to ann Tell me three things.
ann! say {"text": "Water is wet."} & say {"text": "Stones are hard."} & say {"text": "Bread rises."}
bob< You say to Ann, "Tell me three things."
bob< Ann says, "Water is wet."
bob< Ann says, "Stones are hard."
bob<-
# Whoever asks again is answered again.
bob> say to ann What is down there?
ann! say {"text": "Nobody has ever seen the bottom of the well."}
bob< You ask Ann, "What is down there?"
bob< Ann says, "Nobody has ever seen the bottom of the well."
