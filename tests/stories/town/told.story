# Several facts in a sentence are kept, asked for by other words, corrected and withdrawn.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
bob> say to mara I like stout but hate gin, and I am a baker
bob<
bob> say to mara I have two daughters and I am afraid of geese
bob<
bob> say to mara what do I do for a living?
bob<
bob> say to mara what am I afraid of?
bob<
bob> say to mara when is my birthday?
bob<
bob> say to mara I do not like stout any more
bob<
bob> say to mara do I come from the moon?
bob<
restart
bob> say to mara do I have my daughters with me? what are my daughters called?
bob<
bob> memory mara
bob<
