# Bob sees which characters he has, and plays none that are not his.
over sockets
player bob in town/square
player carol in town/square
bob> characters
bob< Your characters
bob<   Bob, whom you play now
bob< To make one, type: characters new NAME
bob> play carol
bob< You have no character called "carol". To see yours, type: characters
bob> play bob
bob< You are Bob already.
bob> play
bob< Please type it like this: play NAME, or: play THING
