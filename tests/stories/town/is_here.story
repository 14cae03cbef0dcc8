# What is to be told or asked somebody who stands there is left to those two; nothing is kept for later.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
player wilma in town/inn
bob> say to mara ask wilma where she lives
bob< You say to Mara, "ask wilma where she lives"
bob< Mara says to you, "Wilma? Stands right there, my dear. I pour, I do not translate."
wait 10s
bob> say to mara tell wilma that I owe her a coin
bob< You say to Mara, "tell wilma that I owe her a coin"
bob< Mara says to you, "Say it to Wilma; two steps, and no charge."
wait 10s
bob> say to mara let me know when Wilma comes in
bob< You say to Mara, "let me know when Wilma comes in"
bob< Mara says to you, "Wilma? Stands right there, my dear. I pour, I do not translate."
wait 10s
bob> say to mara ask pip where he lives
bob< You say to Mara, "ask pip where he lives"
bob< Mara says to you, "In the square, by the elm; look for one leg."
wait 10s
