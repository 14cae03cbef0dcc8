# Three players talk in one room with a character: it answers what it is asked, and leaves what they
# ask and tell one another alone. A sentence typed without say reaches whom one talks with.
world content
player ann in town/inn
player bob in town/inn
player dan in town/inn
ann> say to bob where shall we sit?
dan< Ann asks Bob, "where shall we sit?"
bob> say by the fire?
dan< Bob asks, "by the fire?"
dan> say nice place, isn't it?
dan< You ask, "nice place, isn't it?"
bob> say yes, where do you come from?
dan< Bob asks, "yes, where do you come from?"
dan> say Leeds, you?
dan< You ask, "Leeds, you?"
ann> say mara, an ale please
dan< Ann says to Mara, "mara, an ale please"
dan< Mara offers Ann a mug of ale for 2 coins.
dan< Mara draws a mug.
dan< Mara says to Ann, "Brown ale, two coins."
bob> say to ann cheers!
dan< Bob says to Ann, "cheers!"
ann> say cheers! how is yours?
dan< Ann asks, "cheers! how is yours?"
ann> say mara, and the price of a pie?
dan< Ann asks Mara, "mara, and the price of a pie?"
dan< Mara says to Ann, "Ale for two coins, eel pie for three. Just say which. Gossip comes with it."
ann> what is there to eat?
dan< Ann asks Mara, "what is there to eat?"
dan< Mara says to Ann, "As I said, my dear. Ale for two coins, eel pie for three. Just say which. Gossip comes with it."
dan> what is there to eat?
dan< To say that to everybody here, type: say what is there to eat?
dan> tell me a joke
dan< To say that to everybody here, type: say tell me a joke
