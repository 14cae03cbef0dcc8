# Several facts in a sentence are kept, asked for by other words, corrected and withdrawn.
world content
no gambits
no meetings
machine only
hour 12
player bob in town/inn
bob> say to mara I like stout but hate gin, and I am a baker
bob< You say to Mara, "I like stout but hate gin, and I am a baker"
bob< Mara says, "One who likes stout, does not like gin and works as a baker. It is in my head now, and nothing gets out of there."
bob> say to mara I have two daughters and I am afraid of geese
bob< You say to Mara, "I have two daughters and I am afraid of geese"
bob< Mara says, "One who has two daughters and is afraid of geese. It is in my head now, and nothing gets out of there."
bob> say to mara what do I do for a living?
bob< You ask Mara, "what do I do for a living?"
bob< Mara asks, "You are the one who works as a baker. Did you think that I should forget?"
bob> say to mara what am I afraid of?
bob< You ask Mara, "what am I afraid of?"
bob< Mara asks, "You are the one who is afraid of geese. Did you think that I should forget?"
bob> say to mara when is my birthday?
bob< You ask Mara, "when is my birthday?"
bob< Mara says, "That you never told me, my dear. I should have kept it."
bob> say to mara I do not like stout any more
bob< You say to Mara, "I do not like stout any more"
bob< Mara says, "Then I strike it out. Tastes move house."
bob> say to mara do I come from the moon?
bob< You ask Mara, "do I come from the moon?"
bob< Mara says, "That I do not know, and I do not say that twice a week. Ask me about an ale."
restart
bob> say to mara do I have my daughters with me? what are my daughters called?
bob< You ask Mara, "do I have my daughters with me? what are my daughters called?"
bob< Mara asks, "You are the one who has two daughters. Did you think that I should forget?"
bob> memory mara
bob< What Mara keeps of you
bob<   Mara talked with you 8 times, last 2023-11-14 12:00 UTC; thinks of you as a stranger; keeps in mind that you are one who has two daughters, does not like gin, is afraid of geese and works as a baker.
bob<   Saw of you: "came in (2023-11-14 12:00 UTC)."
