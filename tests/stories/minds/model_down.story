# An assistant whose model is out of reach is never mute.
over sockets
player bob in town/square
assistant ann in town/square
  excuse Forgive me, I was far away.
bob> say hello
ann! fails
bob< You say, "hello"
bob< Ann says, "Forgive me, I was far away."
ann= terminal_tool
