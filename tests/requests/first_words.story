# Somebody who was never here greets Mara: rules, tools, character, and how things are.
world content
machine only
hour 12
player ann in town/inn
wait 10s
ann> say mara, hello
mara! say {"text": "Welcome to the Open Ear, my dear."}
ann<...
ann<* Mara says*Welcome to the Open Ear*
