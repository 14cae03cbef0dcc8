# What was said in private stands in `why` as its length and for whom it was; only an owner may read
# it, by saying so, and that is written down.
staff wiz in town/inn
owner zoe in town/inn
player bob in town/square
player carol in town/square
assistant ann in town/square
bob> whisper ann The word is plum.
ann! whisper {"to": "bob", "text": "Plum it is."}
bob<...
bob< Ann whispers to you, "Plum it is."
carol> whisper bob Mine is cherry.
bob<...
bob< Carol whispers to you, "Mine is cherry."
wiz> why ann
wiz<* Ann, * UTC
wiz<* * begins: event by "Bob" (bob): (17 characters, for ann and Bob); rule: 2 addressed; *
wiz<...
wiz<* * model answered: "whisper" (* characters, for ann and Bob)*
wiz<...
wiz<* *"whisper": done*
wiz<...
wiz<* * ends: terminal_tool after 1 of 5 questions*
wiz<...
wiz> why ann private
wiz< Only an owner may read what was said in private; leave private out.
zoe> why ann
zoe<* Ann, * UTC
zoe<* * begins: event by "Bob" (bob): (17 characters, for ann and Bob); rule: 2 addressed; *
zoe<...
zoe> why ann private 2
zoe<* Ann, * UTC
zoe<* * begins: event by "Bob" (bob): "The word is plum."; rule: 2 addressed; *
zoe<...
zoe<* * model answered: "whisper" {"text": "Plum it is.", "to": "bob"}*
zoe<...
zoe> audit zoe
zoe< What the staff did
zoe<*   * UTC Zoe (account of-zoe) from 127.0.0.1: why ann (done)
zoe<*   * UTC Zoe (account of-zoe) from 127.0.0.1: why ann private 2 (done)
zoe> audit wiz
zoe< What the staff did
zoe<*   * UTC Wiz (account of-wiz) from 127.0.0.1: why ann (done)
zoe<*   * UTC Wiz (account of-wiz) from 127.0.0.1: why ann private (refused: *
zoe<...
