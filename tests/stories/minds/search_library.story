# Whoever has documents looks them up by words, or reads a page; there is nothing else to find in them, and
# nobody who has none can look up anything.
player bob in town/square
assistant ann in town/square library almanac
assistant cyd in town/square
bob> say ann, how deep is the well?
ann! search_library {"query": "how deep is the well"}
ann! say {"text": "Nine fathoms, they say."}
bob<...
bob<* Ann says*, "Nine fathoms, they say."
ann? contains "The Almanac (`almanac`, page 1 of 2): The well in the square was dug in the year of the long frost."
bob> say ann, what does a third stroke mean?
ann! search_library {"document": "almanac", "page": "2"}
ann! say {"text": "Fire, Bob."}
bob<...
bob<* Ann says*, "Fire, Bob."
ann? contains "The Almanac, page 2 of 2:"
bob> say ann, do you know about dragons?
ann! search_library {"query": "dragons"} & search_library {"query": "dragon", "document": "almanac"}
ann! search_library {"page": 2, "query": "well"} & search_library {"document": "atlas"}
ann! say {"text": "Not a word of them."}
bob<...
bob<* Ann says*, "Not a word of them."
ann? contains "nothing that you have read fits that"
ann? contains "a call has `query` or `document`, and not both"
ann? contains "`page` is for a call with `document`"
bob> say cyd, how deep is the well?
cyd! search_library {"query": "how deep is the well"}
cyd! say {"text": "I cannot tell."}
bob<...
bob<* Cyd says*, "I cannot tell."
cyd? contains "`search_library` is not for this turn"
