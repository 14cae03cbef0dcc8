# Who ignores somebody hears nothing that a character makes of their words, whoever is told of it: neither
# the answer to them, nor what another is told. What is about nobody whom they ignore they hear.
player bob in town/square
player cyd in town/square
player dan in town/square
assistant ann in town/square
dan> ignore bob
dan< You no longer hear what Bob says. To hear it again, type: ignore bob off
bob> say ann, my uncle keeps bees in the old lighthouse
ann! say {"text": "So he keeps bees in the lighthouse."}
bob<...
bob< Ann says, "So he keeps bees in the lighthouse."
dan<-
cyd> say ann, who keeps bees?
ann! say {"text": "Bob's uncle, in the lighthouse."}
cyd<...
cyd< Ann says, "Bob's uncle, in the lighthouse."
dan< Cyd asks Ann, "ann, who keeps bees?"
dan<-
dan> say ann, who keeps bees?
ann! say {"text": "I could not say."}
dan<...
dan< Ann says, "I could not say."
ann? lacks "uncle"
