# She looks before she answers: the calls and what came of them stand behind everything else.
world content
machine only
hour 12
player ann in town/inn
wait 10s
ann> say mara, who is here?
mara! inspect {"target": "fire"} & recall_memories {"query": "ann"}
mara! say {"text": "You and I, my dear."}
ann<...
ann<* Mara says*You and I*
