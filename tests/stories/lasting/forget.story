# Players read what the people of the town keep of them, and have it forgotten.
world content
player bob in town/inn
player cyd in town/square
bob> memory
bob< What the people here keep of you
bob<   Mara: has seen you, and not talked with you; thinks of you as a stranger.
bob< For the notes of one of them: memory NAME. To have it forgotten: forget me.
bob> say I like plum brandy
bob< You say, "I like plum brandy"
bob< Mara says, "So it is plum brandy. It is in my head now, Bob, and nothing gets out of there."
bob> say I come from Leeds
bob< You say, "I come from Leeds"
bob< Mara says, "From Leeds? I shall remember that."
bob> whisper mara = I am tired
bob< You whisper to Mara, "I am tired"
bob< Mara whispers to you, "Sit by the fire, my dear, and say nothing until you feel like it."
bob> memory
bob< What the people here keep of you
bob<*   Mara: talked with you 3 times, last *; thinks of you as a stranger; keeps in mind that you are one who likes plum brandy and comes from Leeds.
bob< For the notes of one of them: memory NAME. To have it forgotten: forget me.
bob> memory mara
bob< What Mara keeps of you
bob<*   Mara talked with you 3 times, last *; thinks of you as a stranger; keeps in mind that you are one who likes plum brandy and comes from Leeds.
bob<*   Saw of you: "came in (*)."
bob<*   *: Mara: "Come in, Bob, *"
bob<*   *: Bob: "I like plum brandy"
bob<*   *: Mara: "So it is plum brandy. It is in my head now, Bob, and nothing gets out of there."
bob<*   *: Bob: "I come from Leeds"
bob<*   *: Mara: "From Leeds? I shall remember that."
bob<*   *: Bob: "I am tired"
bob<*   *: Mara: "Sit by the fire, my dear, and say nothing until you feel like it."
cyd> memory mara
cyd< What Mara keeps of you
cyd<   No notes.
bob> say what is my name, and where am I from?
bob< You ask, "what is my name, and where am I from?"
bob< Mara asks, "You are the one who comes from Leeds. Did you think that I should forget?"
bob> say where am I from?
bob< You ask, "where am I from?"
bob< Mara says, "You come from Leeds. You told me yourself."
bob> forget
bob< Please type it like this: forget me, or: forget me NAME
bob> forget me
bob< Mara forgets you.
bob> memory mara
bob< What Mara keeps of you
bob<   No notes.
restart
bob> memory
bob< What the people here keep of you
bob<   Mara: has seen you, and not talked with you; thinks of you as a stranger.
bob< For the notes of one of them: memory NAME. To have it forgotten: forget me.
bob> say where am I from?
bob< You ask, "where am I from?"
bob< Mara asks, "You have not told me yet, Bob. Where do you come from?"
