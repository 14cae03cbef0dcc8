# A question for the way is not answered by what somebody said before, even beside a line that has its words; a
# question for what was said is.
world content
no gambits
machine only
player bob in river/steps
wait 60s
bob> say noll, take me to the mill please
bob<...
bob> say noll, I lost my boots by the water
bob<...
bob> say noll, how do I get to the mill?
bob<...
bob<* Noll says, "Mm. Nobody has told me that one yet."
bob> say noll, what did I tell you about my boots?
bob<...
bob<* Noll says, "*"I lost my boots by the water", *"
