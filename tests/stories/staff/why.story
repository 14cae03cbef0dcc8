# Staff see why an assistant did what it did, a line for each entry of the record; players do not.
over sockets
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
wiz<*   *:*:* heard, noted: say by "Carol" (carol): "Ann is kind."; rule: 7 room; trust *
wiz<* Ann, * UTC
wiz<*   *:*:* begins: event by "Bob" (bob): "hello @ann"; rule: 2 addressed; *
wiz<...
wiz<* *asks the model (question 1): 2 records and 0 memories that everyone may read*
wiz<...
wiz<* *"inspect_location": done: *
wiz<...
wiz<* *"say": done*
wiz<...
wiz<*   *:*:* ends: terminal_tool after 2 of 5 questions*
wiz<...
bob> why ann
bob<...
bob<* There is no command "why".*
restart
wiz> why ann
wiz< Heard, and passed over
wiz<*   *:*:* heard, noted: say by "Carol" (carol): "Ann is kind."; rule: 7 room; trust *
wiz<* Ann, * UTC
wiz<...
wiz<*   *:*:* ends: terminal_tool after 2 of 5 questions*
