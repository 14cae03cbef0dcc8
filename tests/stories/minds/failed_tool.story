# A tool that fails is fed back, and the model decides anew.
player bob in town/square
assistant ann in town/square
bob> say Tell Zoe that I am here.
ann! page {"to": "Zoe", "text": "Bob is here."}
ann! say {"text": "Zoe does not hear me, Bob."}
bob< You say, "Tell Zoe that I am here."
bob< Ann says, "Zoe does not hear me, Bob."
ann? contains "that names nobody"
ann? contains "Zoe"
ann= terminal_tool
