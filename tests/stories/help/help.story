# Help in general, help about a command, and help about what there is not.
player bob in town/square
bob> help
bob<* Help, page 1 of *
bob< Type help WORD for more about any of these.
bob< Talking
bob<...
bob<* For the next page, type help 2.
bob> help whisper
bob< Whisper
bob< Speak so that only one person in the room hears it.
bob< How to type it:
bob<   whisper NAME TEXT
bob<   whisper NAME, NAME = TEXT
bob< Also: wh
bob< Example: whisper mara Is the gatekeeper to be trusted?
bob< Nobody else in the room hears or sees it.
bob> help whispr
bob< There is no help about "whispr". Did you mean whisper?
# Commands of the staff are not in a player's help.
bob> help kick
bob< There is no help about "kick". Type help for a list.
