# What Mara made in the night of whoever was good to her, she says to them in the morning, in her greeting; somebody
# else is greeted as ever. Once it is said it is no greeting any more; who asks for it hears it again.
machine only
world content
no gambits
no meetings
day 24 minutes
player bob in town/inn
player cyd in town/snug
bob> give 1 coin to mara
wait 5s
bob< You give Mara 1 coin.
bob< Mara says, "For me, 1 coin? That is good of you, Bob."
bob> say mara, thank you for the fire
wait 5s
bob< You say, "mara, thank you for the fire"
bob< Mara says, "You are welcome, Bob. Tell people you heard it here."
bob> give 2 coins to mara
wait 5s
bob< You give Mara 2 coins.
bob< Mara says, "Thank you, Bob. I shall remember who gave me this."
bob> say mara, many thanks, you are kind
wait 5s
bob< You say, "mara, many thanks, you are kind"
bob< Mara says, "Any time, my dear. Mind the step."
bob> go north
bob< The Snug
bob< A round table, three benches and a curtain as thick as a mattress: six people fit in here if they like one another. The noise of the common room ends at the curtain, and what is said on this side stays on this side; the whole town holds to that. Small portraits look down at the table. The way back is south.
bob< Exits: south.
bob< Here: Cyd.
wait 1470s
bob> go south
bob< The Open Ear
bob< Warm air meets you, thick with malt, wood smoke and other people's business. Long tables run up to a bar of black oak, and on the wall behind it a rack with twelve places holds four spoons. A slate by the hearth tells what is sold, and a row of brass ears hangs over the mantel. The square is west, and a curtain north hides the snug.
bob< Exits: west, north.
bob< Here: Mara (sweeping last night's talk from under the tables).
bob> say hello mara
wait 5s
bob< You say, "hello mara"
bob< Mara says, "Bob, my dear, you came to me in my sleep, and I do not mean the cellar stairs. You are generous. You gave me 1 coin and 2 coins."
cyd> go south
cyd< Bob arrives from the south.
cyd< Bob leaves south.
cyd< The Open Ear
cyd< Warm air meets you, thick with malt, wood smoke and other people's business. Long tables run up to a bar of black oak, and on the wall behind it a rack with twelve places holds four spoons. A slate by the hearth tells what is sold, and a row of brass ears hangs over the mantel. The square is west, and a curtain north hides the snug.
cyd< Exits: west, north.
cyd< Here: Mara (sweeping last night's talk from under the tables) and Bob.
cyd< Mara says to you, "Another pair of feet to warm! Sit where you like, Cyd. To see what is hot, say: mara, the menu please."
cyd> say hello mara
wait 5s
cyd< You say to Mara, "hello mara"
cyd< Mara asks you, "A new face at the Open Ear: Cyd. I am Mara. What do you like to drink?"
bob< Cyd arrives from the north.
bob< Mara says to Cyd, "Another pair of feet to warm! Sit where you like, Cyd. To see what is hot, say: mara, the menu please."
bob< Cyd says to Mara, "hello mara"
bob< Mara asks Cyd, "A new face at the Open Ear: Cyd. I am Mara. What do you like to drink?"
bob> say hello again mara
wait 5s
bob< You say to Mara, "hello again mara"
bob< Mara says to you, "Hello, hello. The bench is dry, and so is the joke that goes with it."
bob> say mara, what do you think of me?
wait 5s
bob< You ask Mara, "mara, what do you think of me?"
bob< Mara says to you, "You are generous. You gave me 1 coin and 2 coins. One does not keep an inn and miss that, my dear."
cyd< Bob says to Mara, "hello again mara"
cyd< Mara says to Bob, "Hello, hello. The bench is dry, and so is the joke that goes with it."
cyd< Bob asks Mara, "mara, what do you think of me?"
cyd< Mara says to Bob, "You are generous. You gave me 1 coin and 2 coins. One does not keep an inn and miss that, my dear."
