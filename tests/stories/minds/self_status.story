# A character considers itself: where it is, what it carries, how it feels, and what it has to do.
staff wiz in town/inn
assistant ann in town/square commands get carries mug
wiz> order ann Say how you are.
ann! self_status
ann! page {"to": "wiz", "text": "I have a mug."}
wiz<...
wiz< Ann pages you, "I have a mug."
ann? contains "you are Ann"
ann? contains "you carry "
ann? contains "your mood is even"
