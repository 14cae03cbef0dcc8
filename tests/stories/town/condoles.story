# Whoever tells of a loss is condoled with, and not told that it is noted; several facts in a line are kept, whatever
# topic has one of the words. Sentences need no `say` in a talk.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
player cyd in town/inn
bob> mara, i'm bob, from hull. i fix boats
bob< You say to Mara, "mara, i'm bob, from hull. i fix boats"
bob< Mara says to you, "One who comes from hull and fixes boats for a living. It is in my head now, and nothing gets out of there."
cyd> hello mara
cyd< Bob says to Mara, "mara, i'm bob, from hull. i fix boats"
cyd< Mara says to Bob, "One who comes from hull and fixes boats for a living. It is in my head now, and nothing gets out of there."
cyd< You say to Mara, "hello mara"
cyd< Mara asks you, "A new face at the Open Ear: Cyd. I am Mara. What do you like to drink?"
bob> i lost my brother at sea last winter
bob< Cyd says to Mara, "hello mara"
bob< Mara asks Cyd, "A new face at the Open Ear: Cyd. I am Mara. What do you like to drink?"
bob< You say to Mara, "i lost my brother at sea last winter"
bob< Mara says to you, "I am sorry, my dear. Sit where it is warm; nobody will ask you for anything."
cyd> that's so sad
cyd< Bob says to Mara, "i lost my brother at sea last winter"
cyd< Mara says to Bob, "I am sorry, my dear. Sit where it is warm; nobody will ask you for anything."
cyd< You say to Mara, "that's so sad"
cyd< Mara says to you, "So it is, my dear."
bob> do you remember what i do for a living?
bob< Cyd says to Mara, "that's so sad"
bob< Mara says to Cyd, "So it is, my dear."
bob< You ask Mara, "do you remember what i do for a living?"
bob< Mara asks you, "You are the one who fixes boats for a living. Did you think that I should forget?"
bob> and where am i from?
bob< You ask Mara, "and where am i from?"
bob< Mara says to you, "You come from hull, Bob. You told me yourself."
cyd> thanks, bye
cyd< Bob asks Mara, "do you remember what i do for a living?"
cyd< Mara asks Bob, "You are the one who fixes boats for a living. Did you think that I should forget?"
cyd< Bob asks Mara, "and where am i from?"
cyd< Mara says to Bob, "You come from hull, Bob. You told me yourself."
cyd< You say to Mara, "thanks, bye"
cyd< Mara says to you, "Mind how you go."
