# Arguments that do not fit are fed back as well.
player bob in town/square
assistant ann in town/square
bob> say Hello?
ann! say {"words": "Hello!"}
ann! say {"text": "Hello!"}
bob< You ask, "Hello?"
bob< Ann says, "Hello!"
ann? contains "`text` is missing"
