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
cyd> hello mara
bob> i lost my brother at sea last winter
cyd> that's so sad
bob> do you remember what i do for a living?
bob> and where am i from?
cyd> thanks, bye
