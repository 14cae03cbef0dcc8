# Where the context is nearly full, what was looked at first stands in a question as its length alone, and may be looked
# at again; what was looked at last stays whole.
machine only
player bob in town/square
staff dan in town/perch
assistant ann in town/square
dan> @npc set ann context 1100
dan< context of ann is 1100 now.
bob> say ann, what is here?
ann! inspect_location {"detail_level": "full"}
ann! inspect {"target": "stone statue"}
ann! who_is_here
ann! say {"text": "A well, and much else."}
ann? contains "inspect_location: seen, "
bob< You ask, "ann, what is here?"
bob< Ann says, "A well, and much else."
