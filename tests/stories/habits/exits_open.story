# A door that stands open shows what is behind it.
player bob in town/cellar
bob> exits.
bob< Ways out of The Cellar:
bob<   west: The Inn, through the cellar door, which is open
