# What somebody wrote is copied word for word, found again by its words, and stays their words: nobody says
# eight of them in a row as its own.
player bob in town/square
player cyd in town/square
assistant ann in town/square library almanac
bob> describe The ferry to the far bank leaves at seven in the morning from the old stones.
bob<...
cyd> say ann, read what Bob has on him
ann! capture_document {"target": "bob"}
ann! say {"text": "I have it."}
cyd<...
cyd< Ann says, "I have it."
ann? contains "kept in 1 page. It says: "
cyd> say ann, when does the ferry leave?
ann! search_library {"query": "when does the ferry leave"}
ann! say {"text": "At seven, it is written."}
cyd<...
cyd<* Ann says*, "At seven, it is written."
ann? contains "Written somewhere: "
cyd> say ann, from where does the ferry leave?
ann! search_library {"query": "from where does the ferry leave"}
ann! say {"text": "The ferry to the far bank leaves at seven in the morning, Cyd."}
ann! say {"text": "Look for the old stones."}
cyd<...
cyd<* Ann says*, "Look for the old stones."
