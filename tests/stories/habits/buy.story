# Buying is one line: the price is paid at once, and those present see one trade.
player bob in town/square
player carol in town/square
bob> buy ale
bob< Nobody here sells anything; where somebody does, list shows what they have, and you can always ask them.
bob> list
bob< Nobody here trades anything; you can always ask in plain words, as in: say what do you sell
