# With others present, an assistant is not spoken to by whatever is said.
player bob in town/square
player carol in town/square
assistant ann in town/square
bob> say The weather turns.
bob< You say, "The weather turns."
carol< Bob says, "The weather turns."
bob<-
bob> say @ann does it not?
ann! emote {"text": "nods."}
bob< You ask Ann, "@ann does it not?"
bob< Ann nods.
# What she overheard is part of what she knows.
ann? contains "The weather turns."
