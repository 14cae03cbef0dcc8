# What is used up is gone.
over sockets
player bob in town/square
player carol in town/square
bob> get red apple
bob< You take a red apple.
carol< Bob takes a red apple.
bob> use apple
bob< You eat the red apple.
carol< Bob eats a red apple.
bob> inventory
bob< You carry nothing.
bob< In your purse: 10 coins.
bob> use statue
bob< You carry no "statue".
