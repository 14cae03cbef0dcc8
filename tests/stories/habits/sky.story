# The light and the weather go by the clock and the date, and a builder writes their words.
machine only
world content
no gambits
hour 22
player bob in town/square
bob> time
bob< It is night (22:00 UTC).
bob> light
bob< Night. Windows are yellow, doorways are dark, and voices carry.
bob> weather
bob< A soft, starless night. It holds every sound in its hand.
wait 21600s
bob> light
bob<...
bob< It is the quiet end of the night. One lamp burns at the gate, and whoever is still up is whispering.
bob> weather
bob< River mist has put a ring around every lamp.
bob> light lantern
bob< Type light alone to see how light it is; for a thing, try: use lantern
