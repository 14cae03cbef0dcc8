# A guest looks around and talks, and leaves nothing behind.
guest dan in town/square
player bob in town/square
dan> say Good day.
bob<* Guest-* says, "Good day."
dan< You say, "Good day."
dan> inventory
dan< You carry nothing.
dan< In your purse: 10 pennies.
dan> get pear
dan< You take a pear.
bob<* Guest-* takes a pear.
dan> quit
dan< All is saved. Sleep well; we are glad whenever you come back.
bob<* Guest-* falls asleep and is gone.
bob> get pear
bob< You take a pear.
