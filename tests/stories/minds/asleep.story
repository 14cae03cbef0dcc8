# A character sleeps by its routine, and over a restart. What nobody waits for passes it by; whoever speaks to it
# wakes it, sees that, and is answered. What it concluded in its sleep it says to the one whom it is about, with its
# reason, and forgets when that one wants it.
machine only
day 24 minutes
player bob in town/square
player cyd in town/inn
player eve in town/square
staff dan in town/inn
assistant ann in town/square scripted
  routine 7 town/square sweeping the steps
  routine 9 town/square asleep on the steps
  routine 15 town/square sweeping the steps
  arrival Good day, {speaker}.
  topic weather: It rains.
  topic think of me: {insight} So I think. | I hardly know you.
  moment wakes: opens one eye.
bob> get green apple
bob< You take a green apple.
bob> get red apple
bob< You take a red apple.
bob> say ann, what do you think of me?
bob< You ask Ann, "ann, what do you think of me?"
bob< Ann says to you, "I hardly know you."
bob> give green apple to ann
bob< You give Ann a green apple.
bob> say ann, how is the weather?
bob< You ask Ann, "ann, how is the weather?"
bob< Ann says to you, "It rains."
bob> give red apple to ann
bob< You give Ann a red apple.
bob> go north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Cyd and Dan.
eve< Bob takes a green apple.
eve< Bob takes a red apple.
eve< Bob asks Ann, "ann, what do you think of me?"
eve< Ann says to Bob, "I hardly know you."
eve< Bob gives Ann a green apple.
eve< Bob asks Ann, "ann, how is the weather?"
eve< Ann says to Bob, "It rains."
eve< Bob gives Ann a red apple.
eve< Bob leaves north.
wait 200s
cyd< Bob arrives from the south.
cyd> go south
cyd< The Square
cyd< A square with a well.
cyd< Exits: north.
cyd< You see a pear, a stone statue.
cyd< Here: Ann (asleep on the steps) and Eve.
wait 5s
cyd> say what a day
cyd< You say to Ann, "what a day"
cyd< Ann opens one eye.
cyd< Ann looks at Cyd and says nothing.
wait 20s
eve< Cyd arrives from the north.
eve< Cyd says to Ann, "what a day"
eve< Ann opens one eye.
eve< Ann looks at Cyd and says nothing.
cyd> go north
cyd< The Inn
cyd< A warm room.
cyd< Exits: south, up, east (shut: the cellar door).
cyd< Here: Dan and Bob.
wait 60s
bob< Cyd leaves south.
bob< Cyd arrives from the south.
bob> go south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a pear, a stone statue.
bob< Here: Ann (asleep on the steps) and Eve.
wait 5s
bob> say ann, what do you think of me?
bob< You ask Ann, "ann, what do you think of me?"
bob< Ann opens one eye.
bob< Ann says to you, "You are generous. You gave me a green apple and a red apple. So I think."
bob> look
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a pear, a stone statue.
bob< Here: Ann and Eve.
eve< Cyd leaves north.
eve< Bob arrives from the north.
eve< Bob asks Ann, "ann, what do you think of me?"
eve< Ann opens one eye.
eve< Ann says to Bob, "You are generous. You gave me a green apple and a red apple. So I think."
bob> go north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Dan and Cyd.
wait 100s
restart
wait 60s
bob> go south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a green apple, a pear, a red apple, a stone statue.
bob< Here: Ann (asleep on the steps) and Eve.
bob> say ann, how is the weather?
bob< You ask Ann, "ann, how is the weather?"
bob< Ann opens one eye.
bob< Ann says to you, "It rains."
wait 5s
bob> say ann, what do you think of me?
bob< You ask Ann, "ann, what do you think of me?"
bob< Ann says to you, "You are generous. You gave me a green apple and a red apple. So I think."
cyd< Bob leaves south.
cyd> go south
cyd< The Square
cyd< A square with a well.
cyd< Exits: north.
cyd< You see a green apple, a pear, a red apple, a stone statue.
cyd< Here: Ann, Eve and Bob.
cyd> say ann, what do you think of me?
cyd< You ask Ann, "ann, what do you think of me?"
cyd< Ann says to you, "I hardly know you."
wait 5s
bob< Cyd arrives from the north.
bob< Cyd asks Ann, "ann, what do you think of me?"
bob< Ann says to Cyd, "I hardly know you."
bob> memory ann
bob< What Ann keeps of you
bob<   Ann talked with you 5 times, last 2023-11-14 22:20 UTC; thinks of you as a stranger.
bob<   Saw of you: "came in (2023-11-14 22:20 UTC)."
bob<   You gave me a green apple at the Square, a few minutes ago. (seen, 100 %, goes round)
bob<   You gave me a red apple at the Square, a few minutes ago. (seen, 100 %, goes round)
bob<   2023-11-14 22:13 UTC: Ann: "Good day, Bob."
bob<   2023-11-14 22:13 UTC: Bob: "ann, what do you think of me?"
bob<   2023-11-14 22:13 UTC: Ann: "I hardly know you."
bob<   2023-11-14 22:13 UTC: Bob gave me a green apple.
bob<   2023-11-14 22:13 UTC: Bob: "ann, how is the weather?"
bob<   2023-11-14 22:13 UTC: Ann: "It rains."
bob<   2023-11-14 22:13 UTC: Bob gave me a red apple.
bob<   2023-11-14 22:13 UTC: Bob gave me a green apple and a red apple.
bob<   2023-11-14 22:16 UTC: Bob is generous. Bob gave me a green apple and a red apple.
bob<   2023-11-14 22:18 UTC: Bob: "ann, what do you think of me?"
bob<   2023-11-14 22:18 UTC: Ann: "You are generous. You gave me a green apple and a red apple. So I think."
bob<   2023-11-14 22:20 UTC: Bob: "ann, how is the weather?"
bob<   2023-11-14 22:20 UTC: Ann: "It rains."
bob<   2023-11-14 22:20 UTC: Bob: "ann, what do you think of me?"
bob<   2023-11-14 22:20 UTC: Ann: "You are generous. You gave me a green apple and a red apple. So I think."
bob> forget me ann
bob< Ann forgets you.
wait 5s
bob> say ann, what do you think of me?
bob< You ask Ann, "ann, what do you think of me?"
bob< Ann says to you, "I hardly know you."
wait 5s
