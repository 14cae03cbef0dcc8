# A command that the asking player may give as well is carried out, once.
player bob in town/square
assistant ann in town/square commands get,drop
bob> say take the pear
ann! execute_command {"verb": "get", "args": "pear"}
bob< You say, "take the pear"
bob< Ann takes a pear.
ann= dangerous_tool
