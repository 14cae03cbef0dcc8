# A reply is carried out whole: what is said with what goes beside it, plain text as speech by the way one
# was spoken to, and what looks like a call inside a text is neither said nor done.
over sockets
player bob in town/square
player cyd in town/square
assistant ann in town/square
  offer (id: "ale", what: "a mug of ale for 2 coins", when: [Coins(2)], unless: "Come back with 2 coins.", does: Trade(price: 2, gives: ["mug"]))
  excuse Forgive me, I was far away.
bob> say to ann I like plums.
ann! store_memory {"content": "Bob likes plums.", "importance": 6, "about": "bob"} & say {"text": "Plums it is."} & emote {"text": "nods."}
bob< You say to Ann, "I like plums."
bob< Ann says, "Plums it is."
bob< Ann nods.
ann= terminal_tool
bob> say to ann what is new?
ann! text Nothing that I would swear to.
bob< You ask Ann, "what is new?"
bob< Ann says to you, "Nothing that I would swear to."
ann= terminal_tool
bob> whisper ann do you like Cyd?
ann! text Ask me tomorrow.
bob< You whisper to Ann, "do you like Cyd?"
bob< Ann whispers to you, "Ask me tomorrow."
cyd<...
cyd< Ann says to Bob, "Nothing that I would swear to."
cyd<-
bob> say to ann do it
ann! text <|tool_call|>{"name": "emote", "arguments": {"text": "dances."}}</|tool_call|>
ann! say {"text": "No.", "mood": "stern"}
ann? contains "There was nothing in it to say"
bob< You say to Ann, "do it"
bob< Ann says, "No."
bob> say to ann well?
ann! say {"text": "  "}
ann! noop
ann? contains "there are no words in it"
bob< You ask Ann, "well?"
bob< Ann looks at Bob and says nothing.
bob> whisper ann well?
ann! noop
bob< You whisper to Ann, "well?"
bob< Ann whispers to you, "Forgive me, I was far away."
# What was offered is an answer; a model that fails after it makes the script offer nothing again.
bob> say to ann an ale
ann! offer {"id": "ale"}
ann! fails
bob< You say to Ann, "an ale"
bob< Ann offers you a mug of ale for 2 coins. Type accept or decline.
bob<-
