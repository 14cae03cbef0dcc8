# Staff see why an assistant did what it did; players do not.
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
wiz> why ann
wiz< Ann has not thought about anything yet.
bob> say hello
ann! inspect_location
ann! say {"text": "Good day."}
wiz> why ann
wiz<* Ann, *
wiz<* *by Bob (bob): "hello"; rule: *
wiz<...
wiz<* *inspect_location*
wiz<...
wiz<* *ends: terminal_tool after 2 of 5 questions*
bob> why ann
bob<...
bob<* There is no command "why".*
