# Whatever a model writes, nothing of it makes a line of `why`: each entry is one line, and its words
# stand in quotes.
machine only
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
bob> say hello @ann
ann! inspect {"what\n  00:00:01 ends: noop after 9 of 9 questions": "a\r\n\u001b[2J\"b\""} & fly\u2028 {}
ann! say {"text": "Good day."}
wiz> why ann
wiz< Ann, 2023-11-14 22:13 UTC
wiz<*   22:13:20 begins: event by "Bob" (bob): "hello @ann"; rule: 2 addressed; trust 70 %; hops 0
wiz<*   22:13:20 comes to mind: nothing
wiz<*   22:13:20 asks the model (question 1): 1 records and 0 memories that everyone may read; *
wiz<*   22:13:20 model answered: "inspect" {"what\n  00:00:01 ends: noop after 9 of 9 questions": "a\r\n\u{1b}[2J\"b\""}; "fly\\u2028" (thought: "I think.") [* ms]
wiz<*   22:13:20 remark: "`inspect` does not take `what   00:00:01 ends: noop after 9 of 9 questions`, which is left out"
wiz<*   22:13:20 "inspect": refused: "`target` is missing"
wiz<*   22:13:20 "fly*": refused: "there is no tool `fly*`; there are: *
wiz<*   22:13:20 asks the model (question 2): 1 records and 0 memories that everyone may read; *
wiz<*   22:13:20 model answered: "say" {"text": "Good day."} (thought: "I think.") [* ms]
wiz<*   22:13:20 gate: "say" allowed; an answer, speaks; player, from ann and Bob, for everyone; reaches everyone; needs a guest, is a player, wanted by a player
wiz<*   22:13:20 "say": done
wiz<*   22:13:20 ends: terminal_tool after 2 of 5 questions, 1 calls succeeded, * ms
