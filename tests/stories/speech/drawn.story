# Questions whose first words are drawn together, and orders that begin with some or more, are said to
# whoever one talks with, and who with a sentence behind it is a question.
player bob in town/square
assistant ann in town/square
bob> say to ann hello
ann! say {"text": "Good day."}
bob<...
bob> what's the news
ann! say {"text": "None."}
bob<...
bob< Ann says, "None."
bob> some tea please
ann! say {"text": "I have none."}
bob<...
bob< Ann says, "I have none."
bob> who runs this town
ann! say {"text": "Nobody."}
bob<...
bob< Ann says, "Nobody."
