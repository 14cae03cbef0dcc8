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
bob< The Listening Stones
bob< You come out on the crown of the hill, and the whole town speaks to you. By some trick of the slope the ring of nine stones gathers every sound from the roofs below: a cup set down, a rope on a bollard, the slips on the elm, each as near as your own sleeve. Eight stones lean in; the ninth stands straight, and at its foot a hollow leads in under the turf. The orchard is south.
bob< Exits: south, in.
