# Exporting and deleting are answered beside the game; the game says how to type them.
machine only
player bob in town/square
bob> account
bob< Please type it like this: account export, or: account delete
bob> account remove
bob< Please type it like this: account export, or: account delete
