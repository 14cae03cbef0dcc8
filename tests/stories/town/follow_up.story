# A talk has a subject: what is asked without a name is asked of it, and who knows nothing of that says so.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
bob> say to mara tell me about Bram
bob<
bob> say is he married?
bob<
bob> say where is he?
bob<
bob> say why does he never leave?
bob<
bob> say who told you?
bob<
bob> say what happened to your spoons?
bob<
bob> say and then?
bob<
bob> say are you sure?
bob<
