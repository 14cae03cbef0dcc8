# A question that an endpoint's rest kept back counts against nobody; five that failed give the mind a rest.
player bob in town/square
assistant ann in town/square
  excuse Forgive me, I was far away.
bob> say to ann 0 of six
ann! rests
bob< You say to Ann, "0 of six"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann 1 of six
ann! rests
bob< You say to Ann, "1 of six"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann 2 of six
ann! rests
bob< You say to Ann, "2 of six"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann 3 of six
ann! rests
bob< You say to Ann, "3 of six"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann 4 of six
ann! rests
bob< You say to Ann, "4 of six"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann 5 of six
ann! rests
bob< You say to Ann, "5 of six"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann are you there?
ann! say {"text": "I never left."}
bob< You ask Ann, "are you there?"
bob< Ann says, "I never left."
bob> say to ann 0 of five
ann! fails
bob< You say to Ann, "0 of five"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann 1 of five
ann! fails
bob< You say to Ann, "1 of five"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann 2 of five
ann! fails
bob< You say to Ann, "2 of five"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann 3 of five
ann! fails
bob< You say to Ann, "3 of five"
bob< Ann says, "Forgive me, I was far away."
bob> say to ann 4 of five
ann! fails
bob< You say to Ann, "4 of five"
bob< Ann says, "Forgive me, I was far away."
# Now it rests, and no model is asked.
bob> say to ann and now?
bob< You ask Ann, "and now?"
bob< Ann says, "Forgive me, I was far away."
