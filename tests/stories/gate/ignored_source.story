# What somebody said is not brought to whoever ignores them: it stands in no question that they are answered
# by, neither as it was heard nor as it is remembered.
player bob in town/square
player cyd in town/square
player dan in town/square
assistant ann in town/square
bob> say ann, my uncle keeps bees in the old lighthouse
ann! say {"text": "Does he now."} & store_memory {"content": "Bob's uncle keeps bees in the old lighthouse.", "importance": 5, "about": "bob"}
bob<...
cyd> ignore bob
cyd<...
cyd> say ann, who keeps bees in the lighthouse?
ann! recall_memories {"query": "bees in the old lighthouse"}
ann! say {"text": "I could not say."}
cyd<...
cyd< Ann says, "I could not say."
ann? lacks "uncle"
dan> say ann, who keeps bees in the lighthouse?
ann! say {"text": "Bob has an uncle."}
dan<...
dan< Ann says, "Bob has an uncle."
ann? contains "uncle"
