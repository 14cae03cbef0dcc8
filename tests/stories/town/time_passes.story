# A day of the world may be shorter than a real one: it begins at seven, and a restart goes on with it.
machine only
day 24 minutes
player bob in town/square
bob> time
bob< It is early morning (07:00). A day here lasts 24 minutes of yours.
bob> light
bob< It is full morning light.
wait 300s
bob> time
bob< It is midday (12:00). A day here lasts 24 minutes of yours.
wait 719s
bob> time
bob< It is night (23:59). A day here lasts 24 minutes of yours.
wait 2s
restart
bob> time
bob< It is night (00:01). A day here lasts 24 minutes of yours.
bob> light
bob< It is dark.
