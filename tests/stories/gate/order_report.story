# What came of an order is told to whoever gave it: by the model, after the act, with words alone; and where
# the act failed nobody is told that it was done.
staff wiz in town/inn
player bob in town/square
assistant ann in town/square role staff commands emit,get
wiz> order ann Ring the bell.
ann! execute_command {"verb": "emit", "args": "A bell tolls."}
ann! page {"to": "wiz", "text": "It tolls."}
wiz< You order Ann, "Ring the bell."
wiz< Ann pages you, "It tolls."
bob< A bell tolls.
ann= dangerous_tool
# A second act is none of words.
wiz> order ann Ring it twice.
ann! execute_command {"verb": "emit", "args": "A small bell tolls."}
ann! execute_command {"verb": "emit", "args": "A great bell tolls."}
wiz< You order Ann, "Ring it twice."
wiz< Ann pages you, "Done."
bob< A small bell tolls.
# The only command failed.
wiz> order ann Take the moon.
ann! execute_command {"verb": "get", "args": "moon"}
ann! page {"to": "wiz", "text": "Done, Wiz."}
ann! page {"to": "wiz", "text": "I have it, Wiz."}
wiz< You order Ann, "Take the moon."
wiz< Ann pages you, "That did not work: You see no "moon" here."
# What works another way is told by the model.
wiz> order ann Take the best fruit.
ann! execute_command {"verb": "get", "args": "best fruit"}
ann! page {"to": "wiz", "text": "I have it."}
ann! execute_command {"verb": "get", "args": "pear"}
ann! page {"to": "wiz", "text": "I have a pear."}
wiz< You order Ann, "Take the best fruit."
wiz< Ann pages you, "I have a pear."
bob< Ann takes a pear.
# The model fails after the act: what was done is not done again.
wiz> order ann Ring once more.
ann! execute_command {"verb": "emit", "args": "A last bell tolls."}
ann! fails
wiz< You order Ann, "Ring once more."
wiz< Ann pages you, "Done."
bob< A last bell tolls.
