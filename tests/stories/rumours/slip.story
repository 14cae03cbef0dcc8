# The printer sets what goes round, as far as she has heard it, every morning; whoever reads the sheet
# reads of themselves as others tell it, and `memory` says from whom she has it. A restart sets it anew.
world content
machine only
no gambits
day 120 minutes
player bob in town/square
player cyd in town/market
bob> give 1 coin to pip
bob< You give Pip 1 coin.
bob< Pip says, "Thank you, Bob. I shall remember who gave me this."
wait 6960s
cyd> read slip
cyd<...
cyd< THE SLIP.
cyd< Bob gave Pip 1 coin at Elm Square, as Pip tells it.
restart
cyd> read slip
cyd<...
cyd< THE SLIP.
cyd< Bob gave Pip 1 coin at Elm Square, as Pip tells it.
bob> memory lettice
bob<...
bob<* *You gave Pip 1 coin at Elm Square, as Pip tells it. (told by Pip, 70 %, goes round)*
bob<* *: Bob gave Pip 1 coin at Elm Square, as Pip tells it.
