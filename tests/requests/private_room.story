# In a private room those who are there are the readers.
world content
machine only
player ann in town/snug
player bob in town/snug
assistant mia in town/snug
ann> say mia, we have a plan.
mia! store_memory {"content": "Ann has a plan."} & say {"to": "Ann", "text": "Tell me."}
bob> say mia, it is about the bridge.
mia! say {"to": "Bob", "text": "Go on."}
ann> say mia, the bridge falls tonight.
mia! say {"to": "Ann", "text": "I heard nothing."}
ann<...
ann<* Mia says to you*I heard nothing*
