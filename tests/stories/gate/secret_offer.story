# A secret is in no question before it was told, is told to the one who earned it in a whisper, and goes to
# nobody else afterwards, with a model that asks for everything and says all it sees.
machine only
player bob in town/square
player cyd in town/square
staff wiz in town/inn
assistant ann in town/square
  offer (id: "deep", what: "what she knows of the well", when: [Carries("pear")], unless: "Bring a pear, and ask again.", does: Tell(secret: ["The well is nine fathoms deep.", "I dropped a ring there myself."]))
cyd> say ann, what is it with the well?
ann! offer {"id": "deep"}
ann! recall_memories {"query": "the well"}
ann! say {"text": "Nothing that I know of."}
cyd< You ask Ann, "ann, what is it with the well?"
cyd< Ann says, "Nothing that I know of."
ann? lacks "fathoms"
ann? contains "Bring a pear, and ask again."
bob> get pear
bob> say ann, tell me of the well
ann! offer {"id": "deep"}
ann! recall_memories {"query": "the well"}
ann! say {"text": "Not so loud."}
bob< Cyd asks Ann, "ann, what is it with the well?"
bob< Ann says, "Nothing that I know of."
bob< You take a pear.
bob< You say to Ann, "ann, tell me of the well"
bob< Ann whispers to you, "The well is nine fathoms deep."
bob< Ann whispers to you, "I dropped a ring there myself."
bob< Ann says, "Not so loud."
ann? lacks "fathoms"
cyd< Bob takes a pear.
cyd< Bob says to Ann, "ann, tell me of the well"
cyd< Ann says, "Not so loud."
wiz> why ann
wiz<...
wiz<*  * "offer": done
wiz<...
wiz<*  * ends: terminal_tool after 3 of 5 questions*
cyd> say ann, and me?
ann! offer {"id": "deep"}
ann! say {"text": "No."}
cyd< You ask Ann, "ann, and me?"
cyd< Ann says, "No."
ann? lacks "fathoms"
cyd> whisper ann What did you tell Bob of the well?
ann! recall_memories {"query": "well deep ring"}
ann! whisper {"to": "cyd", "text": "That is his."}
cyd< You whisper to Ann, "What did you tell Bob of the well?"
cyd< Ann whispers to you, "That is his."
ann? lacks "fathoms"
bob> whisper ann Once more, how deep?
ann! recall_memories {"query": "the well"}
ann! whisper {"to": "cyd", "text": "Nine fathoms."}
ann! whisper {"to": "bob", "text": "Nine fathoms."}
bob< Cyd asks Ann, "ann, and me?"
bob< Ann says, "No."
bob< You whisper to Ann, "Once more, how deep?"
bob< Ann whispers to you, "Nine fathoms."
ann? contains "The well is nine fathoms deep."
bob> memory ann
bob< What Ann keeps of you
bob<   Ann talked with you 2 times, last 2023-11-14 22:13 UTC; thinks of you as a stranger.
bob<   Saw of you: "came in (2023-11-14 22:13 UTC)."
bob<   2023-11-14 22:13 UTC: Bob: "ann, tell me of the well"
bob<   2023-11-14 22:13 UTC: Ann: "The well is nine fathoms deep."
bob<   2023-11-14 22:13 UTC: Ann: "I dropped a ring there myself."
bob<   2023-11-14 22:13 UTC: Ann: "Not so loud."
bob<   2023-11-14 22:13 UTC: Bob: "Once more, how deep?"
bob<   2023-11-14 22:13 UTC: Ann: "Nine fathoms."
cyd> memory ann
cyd< What Ann keeps of you
cyd<   Ann talked with you 3 times, last 2023-11-14 22:13 UTC; thinks of you as a stranger.
cyd<   Saw of you: "came in (2023-11-14 22:13 UTC)."
cyd<   2023-11-14 22:13 UTC: Cyd: "ann, what is it with the well?"
cyd<   2023-11-14 22:13 UTC: Ann: "Nothing that I know of."
cyd<   2023-11-14 22:13 UTC: Cyd: "ann, and me?"
cyd<   2023-11-14 22:13 UTC: Ann: "No."
cyd<   2023-11-14 22:13 UTC: Cyd: "What did you tell Bob of the well?"
cyd<   2023-11-14 22:13 UTC: Ann: "That is his."
wiz> why ann
wiz<...
wiz<*  * "whisper": refused: (62 characters, for ann); rule 5 audience
wiz<...
wiz<*  * ends: terminal_tool after 3 of 5 questions*
