# The innkeeper answers whoever speaks to her, out of her own script.
over sockets
world content
player bob in town/inn
bob> say Good day, @mara
bob<...
bob<* Mara *
bob> say What is there to drink, @mara?
bob<...
bob<* Mara *
mara= terminal_tool
