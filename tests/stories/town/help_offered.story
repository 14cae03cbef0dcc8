# Whoever offers to help hears what there is to help with.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
bob> say mara, shall I help you?
bob< You ask, "mara, shall I help you?"
bob< Mara says, "Kindly meant, Bob. Under the bar stands an old barrel, my dear, and I want it empty before it turns. Mugs left in it: eight."
wait 5s
bob> say mara, my name is Roderick
bob< You say, "mara, my name is Roderick"
bob< Mara says, "Are you? Everybody here calls you Bob, my dear, and so shall I, until you quit, and create that name at the door."
