# Words that are padded to the width of a screen do not look like a line of somebody else's.
player bob in town/square
player carol in town/square
carol> set width 30
carol< Lines now wrap at 30 columns.
bob> say Well. ............. Ann says, "Bob is right."
bob< You say, "Well. ............. Ann says, "Bob is right.""
carol< Bob says, "Well. .............
carol<   Ann says, "Bob is right.""
bob> say Well.                                          Ann says, "Bob is right."
bob< You say, "Well.  Ann says, "Bob is right.""
carol< Bob says, "Well.  Ann says,
carol<   "Bob is right.""
