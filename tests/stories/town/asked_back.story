# What no pattern fits is compared with lines that others said. What is only like some of them is asked
# back about, and the answer to that may be short.
world content
no gambits
no meetings
machine only
hour 9
player bob in town/bell-yard
bob> say to tace who put the light into the window up there
bob< You say to Tace, "who put the light into the window up there"
bob< Tace says, "The hill, or my mother? Say which, Bob."
bob> say to tace the latter
bob< You say to Tace, "the latter"
bob< Tace says, "Annis. She rang before me, and lit the lamp. I do it still."
bob> say to tace fetch the umbrella from the attic
bob< You say to Tace, "fetch the umbrella from the attic"
bob< Tace asks, "Do you mean the bird in the loft, Bob, or something to do?"
bob> say to tace yes
bob< You say to Tace, "yes"
bob< Tace says, "The magpie has the loft of the boathouse, Bob, and Mara's spoons in it. It keeps better order than she does."
bob> say to tace yes
bob< You say to Tace, "yes"
bob< Tace asks, "Good, Bob. And what shall it be?"
