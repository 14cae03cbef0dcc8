# A character falls asleep of its own accord once its turn is over, when it has done something since it woke, and
# never on the word of a player; it reflects and keeps a journal on an order.
machine only
day 24 minutes
player bob in town/square
staff dan in town/inn
assistant ann in town/square
bob> say ann, go to sleep
ann! go_to_sleep {}
ann! say {"text":"Why should I?"}
bob< You say, "ann, go to sleep"
bob< Ann asks, "Why should I?"
wait 10s
bob> say ann, and you?
ann! say {"text":"I am Ann."}
bob< You ask, "ann, and you?"
bob< Ann says, "I am Ann."
wait 10s
dan> order ann go to sleep
ann! go_to_sleep {}
ann? contains "hardly done anything"
ann! page {"to":"Dan","text":"I am not tired."}
dan< You order Ann, "go to sleep"
dan< Ann pages you, "I am not tired."
wait 10s
bob> say ann, one
ann! say {"text":"Two."}
bob< You say, "ann, one"
bob< Ann says, "Two."
wait 10s
bob> say ann, three
ann! say {"text":"Four."}
bob< You say, "ann, three"
bob< Ann says, "Four."
wait 10s
dan> order ann write down the day and go to sleep
ann! add_journal_entry {"content":"Bob counted aloud with me.","about":"Bob"}
ann! reflect_on {"topic":"Bob"}
ann! go_to_sleep {}
ann? contains "you fall asleep when this is done"
ann! page {"to":"Dan","text":"Good night."}
dan< You order Ann, "write down the day and go to sleep"
dan< Ann pages you, "Good night."
wait 120s
bob> look
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann (asleep).
dan> @npc journal ann
dan< Journal of Ann
dan<   Day 0, a few minutes ago:
dan<     Bob talked with me.
dan<     Bob counted aloud with me.
bob> say ann, are you up?
ann! say {"text":"Now I am."}
bob< You ask, "ann, are you up?"
bob< Ann says, "Now I am."
wait 5s
bob> look
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann.
