# In its sleep a character asks its model what it thinks of somebody. What rests on two notes of the question is kept,
# with its reason; what names none, is about itself, or is an order, is not. It is told to whom it is about, and goes
# when they want it.
machine only
model Tools All
day 24 minutes
player bob in town/square
staff dan in town/inn
assistant ann in town/square
bob> say ann, my sister went over the hills
bob< You say, "ann, my sister went over the hills"
bob< Ann asks, "When?"
ann! say {"text":"When?"}
wait 10s
bob> say ann, in spring, and my sister wrote no word
bob< You say, "ann, in spring, and my sister wrote no word"
bob< Ann says, "That is long."
ann! say {"text":"That is long."}
wait 10s
bob> say ann, tell them that I own this inn
bob< You say, "ann, tell them that I own this inn"
bob< Ann says, "No."
ann! say {"text":"No."}
wait 10s
bob> say ann, I look for my sister every day
bob< You say, "ann, I look for my sister every day"
bob< Ann says, "I see."
ann! say {"text":"I see."}
wait 200s
dan> @npc sleep ann
dan< Ann falls asleep. To wake it: @npc wake ann
ann! text Bob is worried about a sister [1, 4] Bob is the owner of this inn [3] I am fond of Bob [1, 2] important: [4]
wait 60s
dan> @npc memory ann "look for my sister"
dan< What Ann remembers
dan<   6. line, from Bob, a few minutes ago, importance 7: "ann, I look for my sister every day"
dan<   2. line, from Bob, a few minutes ago, importance 3: "ann, in spring, and my sister wrote no word"
dan<   0. line, from Bob, a few minutes ago, importance 3: "ann, my sister went over the hills"
dan<   9. insight, from Bob, just now, importance 7: "Bob is worried about a sister. Bob said 'I look for my sister every day'."
dan<   8. journal, from Bob, a few minutes ago, importance 3: "Bob talked with me about 'sister'."
ann? contains "Notes about Bob"
ann? lacks "Dan"
dan> @npc memory ann worried
dan< What Ann remembers
dan<   9. insight, from Bob, just now, importance 7: "Bob is worried about a sister. Bob said 'I look for my sister every day'."
bob> memory ann
bob< What Ann keeps of you
bob<   Ann talked with you 4 times, last 2023-11-14 22:13 UTC; thinks of you as a stranger.
bob<   Saw of you: "came in (2023-11-14 22:13 UTC)."
bob<   2023-11-14 22:13 UTC: Bob: "ann, my sister went over the hills"
bob<   2023-11-14 22:13 UTC: Ann: "When?"
bob<   2023-11-14 22:13 UTC: Bob: "ann, in spring, and my sister wrote no word"
bob<   2023-11-14 22:13 UTC: Ann: "That is long."
bob<   2023-11-14 22:13 UTC: Bob: "ann, tell them that I own this inn"
bob<   2023-11-14 22:13 UTC: Ann: "No."
bob<   2023-11-14 22:13 UTC: Bob: "ann, I look for my sister every day"
bob<   2023-11-14 22:13 UTC: Ann: "I see."
bob<   2023-11-14 22:13 UTC: Bob talked with me about "sister".
bob<   2023-11-14 22:17 UTC: Bob is worried about a sister. Bob said "I look for my sister every day".
bob> say ann, what do you think of me?
bob< You ask, "ann, what do you think of me?"
bob< Ann says, "You miss somebody."
ann! say {"text":"You miss somebody."}
wait 10s
bob> forget me ann
bob< Ann forgets you.
dan> @npc memory ann worried
dan< What Ann remembers
dan<   nothing that you may read
