# A thing reads otherwise for whoever the engine remarked something about: the half boat has its twelfth plank, and the sheet in the market is there to be read.
world content
player bob in river/boathouse
player ann in town/market
bob> look at half-built boat
bob<...
bob< Keel, ribs, and eleven planks on the one side. A label is tied to the stem: For my daughter, when she is told.
ann> read slip
ann<...
ann<* *THE SLIP. Nothing has come in that anybody would swear to. *
ann> get slip
ann<...
ann<* *
