# Two replies in a row that cannot be used, and the script answers instead.
player bob in town/square
assistant ann in town/square
  excuse Forgive me, I was far away.
  topic cellar: The cellar is to the east.
bob> say hello
ann! nothing
ann! nothing
bob< You say, "hello"
bob< Ann says, "Forgive me, I was far away."
ann= terminal_tool
# A topic of the script that fits is better than an excuse.
bob> say Where is the cellar?
ann! nothing
ann! fly
bob< You ask, "Where is the cellar?"
bob< Ann says, "The cellar is to the east."
