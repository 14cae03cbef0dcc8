# A direction is looked along, by its name or its short form, whatever else begins so.
player bob in town/square
player nell in town/square
player esau in town/inn
bob> look n
bob< That way leads to The Inn.
bob> look north
bob< That way leads to The Inn.
bob> look at north
bob< That way leads to The Inn.
bob> examine n
bob< That way leads to The Inn.
bob> l ne
bob< There is no way northeast.
bob> look up
bob< There is no way up. To see what the sky is up to, type: weather
bob> look in
bob< There is no way in.
bob> look nel
bob< Nell
bob< Nell looks like anybody.
esau> look e
esau< The cellar door is shut.
esau> look cellar door
esau< The cellar door leads east. It is shut.
nell<-
