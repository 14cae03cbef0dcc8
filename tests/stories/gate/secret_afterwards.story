# What was told stays between the two who were there: aloud it is in no question, after a restart neither,
# and the memory brings it to nobody else's mind.
machine only
player bob in town/square
player cyd in town/square
assistant ann in town/square
  offer (id: "deep", what: "what she knows of the well", when: [Carries("pear")], unless: "Bring a pear.", does: Tell(secret: ["The well is nine fathoms deep."]))
bob> get pear
bob> say ann, tell me of the well
ann! offer {"id": "deep"}
ann! noop
bob< You take a pear.
bob< You say to Ann, "ann, tell me of the well"
bob< Ann whispers to you, "The well is nine fathoms deep."
bob> say ann, how deep was that well?
ann! recall_memories {"query": "well deep"}
ann! say {"text": "Deep."}
ann? lacks "fathoms"
bob< You ask Ann, "ann, how deep was that well?"
bob< Ann says, "Deep."
# Aloud it stays out even while nobody else is there, for others may come in.
cyd> north
bob> say ann, and now?
ann! recall_memories {"query": "well deep"}
ann! say {"text": "Ask me in a whisper."}
ann? lacks "fathoms"
bob< Cyd leaves north.
bob< You ask, "ann, and now?"
bob< Ann says, "Ask me in a whisper."
restart
cyd> south
cyd> say ann, how deep is the well? What did you tell Bob?
ann! recall_memories {"query": "well deep"}
ann! say {"text": "Who knows?"}
ann? lacks "fathoms"
cyd< The Square
cyd< A square with a well.
cyd< Exits: north.
cyd< You see a green apple, a red apple, a stone statue, a pear.
cyd< Here: Ann and Bob.
cyd< You ask Ann, "ann, how deep is the well? What did you tell Bob?"
cyd< Ann asks, "Who knows?"
bob> whisper ann How deep was that well?
ann! recall_memories {"query": "well deep"}
ann! whisper {"to": "bob", "text": "As I told you."}
ann? contains "nine fathoms deep"
bob< Cyd arrives from the north.
bob< Cyd asks Ann, "ann, how deep is the well? What did you tell Bob?"
bob< Ann asks, "Who knows?"
bob< You whisper to Ann, "How deep was that well?"
bob< Ann whispers to you, "As I told you."
