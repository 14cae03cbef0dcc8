# Where one is, and never where somebody else is.
player ann in town/square
player bob in town/square
player carol in town/inn
ann> where
ann< You are in The Square, in The Town.
ann> whereami
ann< You are in The Square, in The Town.
ann> where am i?
ann< You are in The Square, in The Town.
ann> where bob
ann< Bob is here with you.
ann> where is carol?
ann< Carol is awake, but not here. To ask where, type: page carol Where are you?
ann> where ann
ann< You are here.
ann> where dan
ann< Nobody called "dan" is awake just now.
ann> where is the inn?
ann< The Inn: north. To walk there, type go to inn.
ann> where is the attic
ann< The Attic: north, up. To walk there, type go to attic.
ann> where square
ann< You are in The Square, in The Town.
ann> where cellar
ann< Nobody called "cellar" is awake just now.
bob<-
carol<-
