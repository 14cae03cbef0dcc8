# Who answers an assistant's question is answered, although others are there.
player bob in town/square
player carol in town/square
assistant ann in town/square
bob> say @ann good day
ann! say {"text": "Good day, Bob. Tea or ale?", "to": "Bob"}
bob< You say to Ann, "@ann good day"
bob< Ann asks you, "Good day, Bob. Tea or ale?"
carol< Bob says to Ann, "@ann good day"
carol< Ann asks Bob, "Good day, Bob. Tea or ale?"
bob> say Ale, please.
ann! say {"text": "Ale it is."}
bob< You say to Ann, "Ale, please."
bob< Ann says, "Ale it is."
carol< Bob says to Ann, "Ale, please."
carol< Ann says, "Ale it is."
# Carol was not asked.
carol> say Tea is better.
bob< Carol says, "Tea is better."
carol< You say, "Tea is better."
