# Staff see why an assistant did what it did; players do not.
staff wiz in town/inn
player bob in town/square
player carol in town/square
assistant ann in town/square
wiz> why ann
wiz< Ann has not thought about anything yet.
carol> say Ann is kind.
bob> say hello @ann
ann! inspect_location
ann! say {"text": "Good day."}
wiz> why ann
wiz< Heard, and passed over
wiz<*   * UTC Carol says, "Ann is kind." (rule: 7 room)
wiz<* Ann, *
wiz<* *by Bob (bob): "hello @ann"; rule: *
wiz<...
wiz<* *inspect_location*
wiz<...
wiz<* *ends: terminal_tool after 2 of 5 questions*
bob> why ann
bob<...
bob<* There is no command "why".*
