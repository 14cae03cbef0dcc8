# In company one calls somebody by name, and goes on with them until a minute has passed in silence.
machine only
player bob in town/square
player carol in town/square
assistant ann in town/square
assistant tom in town/square
bob> say I met Ann
bob< You say, "I met Ann"
carol< Bob says, "I met Ann"
bob> say ann, where is the inn?
ann! say {"text": "North of here.", "to": "Bob"}
bob< You ask Ann, "ann, where is the inn?"
bob< Ann says to you, "North of here."
carol< Bob asks Ann, "ann, where is the inn?"
carol< Ann says to Bob, "North of here."
bob> say Is it far?
ann! say {"text": "Ten steps.", "to": "Bob"}
bob< You ask Ann, "Is it far?"
bob< Ann says to you, "Ten steps."
carol< Bob asks Ann, "Is it far?"
carol< Ann says to Bob, "Ten steps."
carol> say What a day.
bob< Carol says, "What a day."
carol< You say, "What a day."
carol> say how are you tom
tom! say {"text": "Well enough.", "to": "Carol"}
bob< Carol says to Tom, "how are you tom"
bob< Tom says to Carol, "Well enough."
carol< You say to Tom, "how are you tom"
carol< Tom says to you, "Well enough."
bob> say Ann is kind
bob< You say, "Ann is kind"
carol< Bob says, "Ann is kind"
bob> say thank you ann
ann! say {"text": "Any time.", "to": "Bob"}
bob< You say to Ann, "thank you ann"
bob< Ann says to you, "Any time."
carol< Bob says to Ann, "thank you ann"
carol< Ann says to Bob, "Any time."
wait 61s
bob> say Is it far?
bob< You ask, "Is it far?"
carol< Bob asks, "Is it far?"
bob> emote waves to everybody.
bob< Bob waves to everybody.
carol< Bob waves to everybody.
