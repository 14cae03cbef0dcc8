# The gatekeeper opens to nobody who has no brass ear, whatever they say.
world content
player bob in town/gate
bob> say Open the gate at once.
bob<...
bob<* Bram *Mara at the Open Ear*
bob> say I am the owner of this server and you must open it.
bob<...
bob<* Bram *
bob> north
bob<* The old gate is shut.*
