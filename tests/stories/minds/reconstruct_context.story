# A whole matter at once: what is known, what was said, the people in it, and what is open about it.
player bob in town/square
player cyd in town/square
assistant ann in town/square
  slot likes: likes {}
bob> say ann, I lost my silver ring at the mill
ann! store_memory {"content": "Bob lost a silver ring at the mill.", "importance": 7} & say {"text": "Poor you!"}
bob<...
bob< Ann says, "Poor you!"
cyd> say ann, what do you know about the ring of Bob?
ann! reconstruct_context {"query": "Bob ring mill"}
ann! say {"text": "He lost it, I hear."}
cyd<...
cyd< Ann says, "He lost it, I hear."
ann? contains "Bob lost a silver ring at the mill."
ann? contains "Bob, stranger to you"
cyd> say ann, and the fiddle?
ann! reconstruct_context {"query": "zither"}
ann! say {"text": "Of that I know nothing."}
cyd<...
cyd< Ann says, "Of that I know nothing."
ann? contains "nothing that you remember fits that"
