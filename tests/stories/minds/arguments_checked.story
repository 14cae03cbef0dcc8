# Arguments are checked against the schema that the model was shown: what is missing, of another type, out
# of its range or no choice of it is refused with the reason. Only a tool that reads gets a number that was
# written as a text, or a choice in capital letters.
player bob in town/square
assistant ann in town/square
bob> say ann, what is here?
ann! inspect_location {"detail_level": "loud"}
ann! say {"text": "A square."}
bob< You ask, "ann, what is here?"
bob< Ann says, "A square."
ann? contains "`detail_level` is one of: full, brief, and not"
bob> say ann, do you remember a pear?
ann! recall_memories {"query": "pear", "limit": 500}
ann! say {"text": "Hardly, Bob."}
bob< You ask, "ann, do you remember a pear?"
bob< Ann says, "Hardly, Bob."
ann? contains "`limit` is a whole number from 1 to 10, and not 500"
bob> say ann, I am kind.
ann! store_memory {"content": "Bob is kind.", "importance": "5"} & store_memory {"content": "Bob is kind.", "importance": 99}
ann! say {"text": "So I hear!"}
bob< You say, "ann, I am kind."
bob< Ann says, "So I hear!"
ann? contains "`importance` is a whole number from 1 to 10, and not "
ann? contains "`importance` is a whole number from 1 to 10, and not 99"
bob> say ann, and what is here now?
ann! inspect_location {"detail_level": "Full"}
ann! recall_memories {"query": "pear", "limit": "5", "focus": 2.0}
ann! say {"text": "Much is here."}
bob< You ask, "ann, and what is here now?"
bob< Ann says, "Much is here."
ann? lacks " is one of"
ann? lacks "whole number"
