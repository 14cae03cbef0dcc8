# A question for another is put to that one as one puts it: with "you", and as a question.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/square
bob> say pip, ask mara what she is working on
bob< You say, "pip, ask mara what she is working on"
bob< Pip says, "I ask Mara! A slip is on its way already. Stay here!"
wait 10s
bob< Pip says, "Bob! Your slip has come back. Mara says: "Under the bar stands an old barrel, my dear, and I want it empty before it turns. Mugs left in it: eight.""
bob> say pip, ask mara if the bar is open
bob< You say, "pip, ask mara if the bar is open"
bob< Pip says, "I ask Mara! A slip is on its way already. Stay here, Bob!"
wait 10s
bob< Pip says, "Bob! Your slip has come back. Mara says: "The house? Older than the street, Pip. The bar came up the river as somebody's keel, and on windy nights it still leans.""
