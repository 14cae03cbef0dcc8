# What no pattern fits is compared with lines that others said. What is only like some of them is asked
# back about, and the answer to that may be short: a place in the row, a name, or a yes.
world content
no gambits
no meetings
machine only
hour 9
player bob in town/bell-yard
bob> say to tace who put the light into the window up there
bob< You say to Tace, "who put the light into the window up there"
bob< Tace says, "My mother? Annis. She rang before me, and lit the lamp. I do it still."
bob> say to tace the second one, please
bob< You say to Tace, "the second one, please"
bob< Tace says, "I am not going anywhere."
bob> say to tace who put the light into the window up there
bob< You say to Tace, "who put the light into the window up there"
bob< Tace says, "My mother. Annis. She rang before me, and lit the lamp. I do it still."
bob> say to tace the hill, I mean
bob< You say to Tace, "the hill, I mean"
bob< Tace says, "Behind the gate a road goes up, past pears, to nine stones. Eight of them lean in, as if one were telling them."
bob> say to tace fetch the umbrella from the attic
bob< You say to Tace, "fetch the umbrella from the attic"
bob< Tace says, "The bird in the loft? The magpie has the loft of the boathouse, Bob, and Mara's spoons in it. It keeps better order than she does."
bob> say to tace yes
bob< You say to Tace, "yes"
bob< Tace nods.
bob< Tace says, "I saw that."
bob> say to tace yes
bob< You say to Tace, "yes"
bob< Tace nods.
bob< Tace says, "I saw that."
