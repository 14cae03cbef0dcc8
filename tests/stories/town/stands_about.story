# Whoever stands about in the inn and says nothing is asked what they like, and the next line is the answer.
world content
machine only
hour 14
player bob in town/square
bob> east
bob<...
bob<* Here: *Mara*
bob<* Mara says, "Come in, Bob, *
wait 20s
bob< Mara asks, "Nobody pays for standing here, Bob, and the bench is no dearer. What do you like to drink?"
bob> say plum brandy
bob< You say, "plum brandy"
bob< Mara says, "So it is plum brandy. It is in my head now, and nothing gets out of there."
