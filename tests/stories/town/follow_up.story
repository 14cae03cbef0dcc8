# A talk has a subject: what is asked without a name is asked of it, and who knows nothing of that says so.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
bob> say to mara tell me about Bram
bob< You say to Mara, "tell me about Bram"
bob< Mara says, "Keeps the gate. He looks like a cliff and knits like an angel."
bob> say is he married?
bob< You ask, "is he married?"
bob< Mara says, "Married to nobody. He knits for whoever is cold, and that is most of a family."
bob> say where is he?
bob< You ask, "where is he?"
bob< Mara says, "On his stool at the old gate, north of the square; he is never anywhere else."
bob> say why does he never leave?
bob< You ask, "why does he never leave?"
bob< Mara says, "He sits there because somebody has to open it, and because nobody else can be that still."
bob> say who told you?
bob< You ask, "who told you?"
bob< Mara says, "I keep my ears open and my sources shut, my dear."
bob> say what happened to your spoons?
bob< You ask, "what happened to your spoons?"
bob< Mara says, "Twelve month spoons, my grandmother's, and eight are gone. Bring me one: five coins and a brass ear."
bob> say and then?
bob< You ask, "and then?"
bob< Mara says, "A bird, my dear. She left me a feather, for June."
bob> say are you sure?
bob< You ask, "are you sure?"
bob< Mara says, "As sure as one can be of anything that is said over ale."
