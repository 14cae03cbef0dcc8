# Shut doors stop a map, and what is up or down stands below it.
player bob in town/inn
bob> map
bob< [@]
bob<  |
bob< [A]
bob< @ The Inn (you are here), A The Square.
bob< From here, up: The Attic and east: the cellar door, which is shut.
bob> map words
bob< The Inn, where you are. South: The Square. Up: The Attic. East: the cellar door, which is shut.
bob< The Square. North: The Inn.
bob< The Attic. Down: The Inn. Up: The Perch.
bob< The Perch. Down: The Attic.
