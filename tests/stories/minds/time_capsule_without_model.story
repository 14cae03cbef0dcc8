# A time capsule is a long run of a model; without one the staff are told what to do instead.
machine only
staff wiz in town/inn
assistant ann in town/square commands get,drop scripted
wiz> @npc capsule ann 10 tidy up
wiz< Ann has no model that can call tools, and a time capsule is a long run of one. To have something done step by step, type: order ann say I begin; say I am done
wiz> @npc capsule ann 61 tidy up
wiz< Please type it like this: @npc capsule NAME MINUTES [steps=N] [tokens=N] TOPIC
