# What a character said on a channel with the words of somebody is not read later by whoever ignores them.
player bob in town/square
player cyd in town/inn
player dan in town/inn
assistant ann in town/attic channel chat trigger
bob> chat ann, my uncle keeps bees in the old lighthouse
ann! channel_say {"channel": "chat", "text": "Bees in the lighthouse, then."}
bob<...
bob< [chat] Ann: Bees in the lighthouse, then.
dan> history chat
dan<...
dan<   Bob (less than a minute ago): ann, my uncle keeps bees in the old lighthouse
dan<   Ann (less than a minute ago): Bees in the lighthouse, then.
cyd> ignore bob
cyd<...
cyd< You no longer hear what Bob says. To hear it again, type: ignore bob off
cyd> history chat
cyd< Nothing was said on chat lately.
