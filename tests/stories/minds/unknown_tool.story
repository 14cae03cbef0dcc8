# A tool that does not exist is fed back, with those that do.
player bob in town/square
assistant ann in town/square
bob> say Fly, please.
ann! fly {"to": "the moon"}
ann! say {"text": "I cannot fly."}
bob< You say, "Fly, please."
bob< Ann says, "I cannot fly."
ann? contains "there is no tool `fly`; there are: say"
ann= terminal_tool
