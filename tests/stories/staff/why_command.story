# What a character whispers by another tool than `whisper` is as private.
staff wiz in town/inn
player bob in town/square
player carol in town/square
assistant ann in town/square commands whisper
wiz> order ann Tell Carol the word, please.
ann! execute_command {"verb": "whisper", "args": "carol The word is plum."}
carol<...
carol< Ann whispers to you, "The word is plum."
wiz< You order Ann, "Tell Carol the word, please."
wiz> why ann
wiz<...
wiz<* * model answered: "execute_command" (* characters, for ann)*
wiz<...
wiz<* *"execute_command": done: (* characters, for ann)
wiz<...
wiz<* * ends: dangerous_tool*
