# The town's people know where it keeps count.
world content
player bob in town/bell-yard
bob> say tace, what is the slip of the day?
bob<...
bob<* Tace says, "It hangs on a nail in the market, *
bob> say who is in the log at the gate?
bob<...
bob<* Tace says, "Bram writes down whom he has let through, *
bob> say and the slate?
bob<...
bob<* Tace says, "What was drunk last stands on it, *
