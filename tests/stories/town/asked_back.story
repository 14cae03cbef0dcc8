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
bob< Tace asks, "My mother? Annis. She rang before me, and lit the lamp. I do it still. Or do you mean the lamp or the hill?"
bob> say to tace the second one, please
bob< You say to Tace, "the second one, please"
bob< Tace says, "I light it every evening because my mother did. She showed me how to turn up the wick, and not whom it was for. The oil I buy myself."
bob> say to tace who put the light into the window up there
bob< You say to Tace, "who put the light into the window up there"
bob< Tace asks, "My mother? Annis. She rang before me, and lit the lamp. I do it still. Or do you mean the lamp or the hill?"
bob> say to tace the hill, I mean
bob< You say to Tace, "the hill, I mean"
bob< Tace says, "Behind the gate a road goes up, past pears, to nine stones. Eight of them lean in, as if one were telling them."
bob> say to tace fetch the umbrella from the attic
bob< You say to Tace, "fetch the umbrella from the attic"
bob< Tace asks, "The bird in the loft? The magpie has the loft of the boathouse, Bob, and Mara's spoons in it. It keeps better order than she does. Or do you mean Noll at the ferry or who I am?"
bob> say to tace yes
bob< You say to Tace, "yes"
bob< Tace says, "From the quay, a hat. Awake."
bob> say to tace yes
bob< You say to Tace, "yes"
bob< Tace asks, "Then say what you would like to know, Bob: a walk to the press?"
