# A model may choose to say nothing; whoever spoke to the character sees that it heard.
player bob in town/square
assistant ann in town/square
bob> say I was only talking to myself.
ann! noop {"reason": "He was only talking to himself."}
bob< You say, "I was only talking to myself."
bob< Ann looks at Bob and says nothing.
ann= noop
