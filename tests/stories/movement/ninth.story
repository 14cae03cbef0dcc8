# What is called so is meant before the ninth of something is.
world content
player bob in hill/stones
bob> examine ninth stone
bob<* It does not lean because it is not listening.*
bob> look at the ninth stone
bob<* It does not lean because it is not listening.*
bob> examine eight stones
bob<* Grey, twice your height, cupped on the inner side.*
bob> examine second stone
bob< You see no "stone" here.
bob> look at all
bob< One at a time, please.
