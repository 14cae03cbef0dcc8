# Whoever says that they take it takes up the one offer that stands.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
bob> say to mara an ale, please
bob<
bob> say I take it
bob<
bob> say I take it
bob<
