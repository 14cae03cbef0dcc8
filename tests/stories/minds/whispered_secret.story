# A whispered secret is not in the prompt of a reply that others may hear, even when
# nobody else happens to be there. It is there when it is asked for in a whisper.
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
ann! say {"text": "I know what everybody knows."}
ann? lacks "oak"
bob<...
bob< Ann says, "I know what everybody knows."
bob> whisper ann And between us?
ann! whisper {"to": "bob", "text": "I do."}
ann? contains "The treasure lies under the oak."
bob<...
bob< Ann whispers to you, "I do."
