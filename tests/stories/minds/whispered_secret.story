# A whispered secret is not in the prompt of a reply that others will hear. It
# is there when only those are present who know it already.
player bob in town/square
assistant ann in town/square
player carol in town/inn
bob> whisper ann The treasure lies under the oak.
ann! whisper {"to": "bob", "text": "I shall keep it."}
bob<...
bob< Ann whispers to you, "I shall keep it."
carol> south
carol<...
bob< Carol arrives from the north.
carol> say @ann what do you know of a treasure?
ann! say {"text": "Nothing at all."}
ann? contains "what do you know of a treasure?"
ann? lacks "oak"
ann? lacks "I shall keep it."
carol> north
carol<...
bob<...
bob> say Do you still know it?
ann! say {"text": "I do."}
ann? contains "The treasure lies under the oak."
bob< Ann says, "I do."
