# Pip asks the innkeeper for a visitor, and brings the answer.
machine only
world content
no gambits
no meetings
player bob in town/square
bob> say pip, what is in the pie?
bob< You ask, "pip, what is in the pie?"
bob< Pip asks, "That I do not have on a slip! Mara would know. Shall I ask?"
bob> say yes, please ask her
bob< You say, "yes, please ask her"
bob< Pip says, "I ask Mara! A slip is on its way already. Stay here!"
wait 4s
bob< Pip says, "Bob! Your slip has come back. Mara says: "Eels from the ferry steps, onions from Dorcas, and I stop listening for exactly as long as it bakes.""
bob> say pip, could you ask mara how many spoons are missing?
bob< You ask, "pip, could you ask mara how many spoons are missing?"
bob< Pip says, "I ask Mara! A slip is on its way already. Stay here!"
wait 4s
bob< Pip says, "Bob! Your slip has come back. Mara says: "Eight are gone of twelve, Pip. Five coins and a brass ear to each guest who brings one home.""
bob> say pip, ask bram how long the scarf is
bob< You say, "pip, ask bram how long the scarf is"
bob< Pip says, "I ask Bram! A slip is on its way already. Stay here!"
wait 4s
bob< Pip says, "Bob! Your slip has come back. Bram says: "Twelve paces by now, and forty winters. It is not done.""
bob> say pip, ask dorcas whether she has onions
bob< You say, "pip, ask dorcas whether she has onions"
bob< Pip says, "I ask Dorcas! A slip is on its way already. Stay here!"
wait 4s
bob< Pip says, "Bob! Your slip has come back. Dorcas says: "An onion for 1 coin; same for the mayor, if we had one.""
bob> say pip, ask mara if she can give me an ale
bob< You say, "pip, ask mara if she can give me an ale"
bob< Pip says, "I ask Mara! A slip is on its way already. Stay here!"
wait 4s
bob< Pip says, "Bob! Your slip has come back. Mara says: "A mug of ale for 2 coins; and the news comes free with it.""
