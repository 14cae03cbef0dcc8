# Alone in the room with somebody, an assistant is spoken to by whatever is said.
player bob in town/square
assistant ann in town/square
bob> say hello
bob< You say, "hello"
ann! say {"text": "Good day, Bob."}
bob< Ann says, "Good day, Bob."
ann? contains "hello"
ann= terminal_tool
