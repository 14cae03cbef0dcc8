# Where no builder wrote anything there are words for the light and the weather too.
machine only
player bob in town/square
bob> light
bob< It is dark.
bob> sky
bob< A light rain falls in the dark.
