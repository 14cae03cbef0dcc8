# What one hears, smells, touches and tastes.
world content
player bob in town/bell-yard
player carol in town/market
bob> listen
bob< Nothing. It is a large, round, well kept nothing, about as tall as you are.
bob> smell
bob< Ivy, and the green smell of bronze after rain.
bob> listen to the bell
bob< Far inside somebody draws breath, and thinks better of it.
bob> touch bell
bob< Cold at the rim, and warm where hands have rested. Under your palm it holds its breath.
bob> taste bell
bob< It tastes of coins, and of every hand in town.
bob> feel plaque
bob< You touch the plaque, and nothing about that surprises you.
carol> get apple
carol< You take a windfall apple.
carol> smell apple
carol< The far end of summer, with a bruise in it.
carol> taste apple
carol< You taste the windfall apple, and are none the wiser. To eat or drink something you carry, type: eat THING, or: drink THING
