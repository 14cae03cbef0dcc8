# Everybody in town answers a page from wherever somebody is; what is offered
# changes hands face to face.
world content
player ann in town/market
ann> page pip hello
ann< You page Pip, "hello"
ann<* Pip pages you, *
pip= terminal_tool
ann> page mara hello
ann< You page Mara, "hello"
ann<* Mara pages you, *
mara= terminal_tool
ann> page bram hello
ann< You page Bram, "hello"
ann<* Bram pages you, *
bram= terminal_tool
ann> page bram can you open the gate?
ann< You page Bram, "can you open the gate?"
ann<* Bram pages you, *face to face*
