# A long page of help is read a page at a time.
over sockets
player bob in town/square
bob> help
bob<* Help, page 1 of *
bob< Type help WORD for more about any of these.
bob<...
bob< For the next page, type help 2.
bob> help 2
bob<* Help, page 2 of *
bob<...
bob<* * the * page*
bob> help 99
bob<* There are only * pages. For the last one, type: help *
bob> help whisper 2
bob< There is only one page. To read it, type: help whisper
bob> help 0
bob< There is no help about "0". Type help for a list.
bob> help whispr 2
bob< There is no help about "whispr". Did you mean whisper?
