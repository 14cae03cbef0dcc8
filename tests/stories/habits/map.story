# A map is drawn from what open ways lead to, and tells in words what no drawing shows.
world content
player bob in town/square
bob> map
bob<       [A]   [E]
bob<        |     |
bob< [D]---[@]---[B]
bob<        |
bob< [F]---[C]
bob<        |
bob< [I]---[G]---[H]---[J]
bob< @ Elm Square (you are here), A The Old Gate, B The Open Ear, C Penny Market, D The Bell Yard, E The Snug, F The Slip Press, G The Quay, H The Ferry Steps, I The Boathouse, J The Reed Bank.
bob< From A, north: the old gate, which is shut.
bob< From H, south: the ferry gate, which is shut.
bob< From I, up: The Boathouse Loft.
# In words it is a line for each of the nearest places.
bob> map words
bob< Elm Square, where you are. North: The Old Gate. East: The Open Ear. South: Penny Market. West: The Bell Yard.
bob< The Old Gate. South: Elm Square. North: the old gate, which is shut.
bob< The Open Ear. West: Elm Square. North: The Snug.
bob< Penny Market. North: Elm Square. West: The Slip Press. South: The Quay.
bob< The Bell Yard. East: Elm Square.
bob< The Snug. South: The Open Ear.
bob< The Slip Press. East: Penny Market.
bob< The Quay. North: Penny Market. East: The Ferry Steps. West: The Boathouse.
bob< The Ferry Steps. West: The Quay. East: The Reed Bank. South: the ferry gate, which is shut.
bob< The Boathouse. East: The Quay. Up: The Boathouse Loft.
bob< The Reed Bank. West: The Ferry Steps.
bob< The Boathouse Loft. Down: The Boathouse.
bob> set reader on
bob< Screen reader mode is now on.
bob> map
bob< Elm Square, where you are. North: The Old Gate. East: The Open Ear. South: Penny Market. West: The Bell Yard.
bob< The Old Gate. South: Elm Square. North: the old gate, which is shut.
bob< The Open Ear. West: Elm Square. North: The Snug.
bob< Penny Market. North: Elm Square. West: The Slip Press. South: The Quay.
bob< The Bell Yard. East: Elm Square.
bob< The Snug. South: The Open Ear.
bob< The Slip Press. East: Penny Market.
bob< The Quay. North: Penny Market. East: The Ferry Steps. West: The Boathouse.
bob< The Ferry Steps. West: The Quay. East: The Reed Bank. South: the ferry gate, which is shut.
bob< The Boathouse. East: The Quay. Up: The Boathouse Loft.
bob< The Reed Bank. West: The Ferry Steps.
bob< The Boathouse Loft. Down: The Boathouse.
bob> map south
bob< Please type it like this: map, or: map words
