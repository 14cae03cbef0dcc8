# What is done in a private room is for those who were there; what is done elsewhere everybody may know.
world content
player bob in town/snug
player cyd in hill/stones
player dan in hill/orchard
assistant ann in town/snug
assistant dora in hill/orchard
bob> say hello ann
ann! say {"text": "Good day, Bob."}
bob< You say, "hello ann"
bob< Ann says, "Good day, Bob."
bob> south
bob<...
bob< Here: Mara (sweeping last night's talk from under the tables).
bob< Mara says, "Come in, Bob, the fire is free. Among others say: mara, an ale please."
cyd> page ann = who was there?
ann! page {"to": "cyd", "text": "Nobody."}
ann? lacks "Bob"
cyd< You page Ann, "who was there?"
cyd< Ann pages you, "Nobody."
dan> say hello dora
dora! say {"text": "Good day, Dan."}
dan< You say, "hello dora"
dan< Dora says, "Good day, Dan."
dan> north
dan<...
dan< Here: Cyd.
cyd> page dora = who was there?
dora! page {"to": "cyd", "text": "Dan was."}
dora? contains "Dan leaves north."
cyd<...
cyd< Dora pages you, "Dan was."
