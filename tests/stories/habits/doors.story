# A gate that opens to nobody's hand, and who hears a knock.
world content
player bob in town/gate
player carol in hill/road
bob> open gate
bob<* The gate has no handle, *type: say to bram open the gate
bob> pull the gate
bob<* The gate has no handle, *
bob> close north
bob< The old gate is shut already.
bob> knock
bob<* You knock. The oak takes it quietly*
carol< Somebody knocks at the old gate from the other side.
bob> enter hill
bob<* The old gate is shut.*
bob> climb wall
bob<* Each stone offers a foothold*
carol> open gate
carol< The old gate stands open. To go through, type: south
carol> shut gate
carol< The old gate is not for you to shut; leave it as you found it.
carol> open milestone
carol< There is nothing to open about the milestone.
carol> open north
carol< There is nothing north that you could open.
