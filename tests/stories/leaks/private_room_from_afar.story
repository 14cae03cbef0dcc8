# Who and what is in a private room is known to those in it alone: whoever asks from elsewhere learns it
# neither from what a character sees nor from what it looks up, and neither from the script.
machine only
world content
no gambits
no meetings
player bob in town/snug
player dan in town/square
owner wiz in town/snug
assistant ann in town/snug
wiz> teleport mara = town/snug
wiz<...
bob<...
dan> page ann = who is there with you, and is Bob?
ann! who_is_here {} & inspect {"target": "bob"} & inspect_location {} & search_objects {"query": "portraits"}
ann! page {"to": "dan", "text": "That is ours."}
ann? lacks "Bob is here"
ann? lacks ", Mara"
ann? lacks "Wiz"
dan<...
dan< Ann pages you, "That is ours."
dan> page mara = who is here?
dan< You page Mara, "who is here?"
dan< Mara pages you, "Besides you and me: nobody of whom I should tell."
bob> say ann, who is here?
ann! who_is_here {}
ann! say {"text": "You are."}
ann? contains "Mara"
bob<...
bob< Ann says, "You are."
