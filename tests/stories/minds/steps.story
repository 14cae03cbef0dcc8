# Several steps before the answer: looking, searching, asking the time. Bob sees
# none of them.
player bob in town/square
assistant ann in town/square carries mug
bob> say What is there to see?
ann! inspect_location {} & who_is_here
ann! inspect {"target": "well"} & search_objects {"query": "apple"} & time
ann! say {"text": "A well, and two apples."}
bob< You ask, "What is there to see?"
bob< Ann says, "A well, and two apples."
ann? contains "A square with a well."
ann? contains "It is deep."
ann? contains "a green apple"
ann= terminal_tool
