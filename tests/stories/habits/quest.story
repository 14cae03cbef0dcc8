# What people want done, and hints that say more each time, until it is done.
world content
player bob in town/square
bob> quest
bob< What people want done
bob<* * The innkeeper's spoons: *
bob<* * Heard at the source: *
bob<...
bob< To read how to begin, type: hint
bob> hint
bob<* The innkeeper's spoons, hint 1 of 3: *
bob< For one more, type: hint
bob> hint
bob<* The innkeeper's spoons, hint 2 of 3: *
bob< For one more, type: hint
bob> hint source
bob<* Heard at the source, hint 1 of 3: *
bob< For one more, type: hint
bob> hint dragon
bob< No quest is about "dragon". To see all of them, type: quest
bob> journal
bob< What people want done
bob<...
bob< To read how to begin, type: hint
bob> quest spoons
bob< Please type it like this: quest
