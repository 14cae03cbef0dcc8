# A newcomer is greeted in the square.
world content
player bob in town/gate
bob> south
bob<...
bob<* Here: *Pip*
bob<* Pip *
pip= terminal_tool
