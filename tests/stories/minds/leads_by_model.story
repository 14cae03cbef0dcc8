# A model words what the character comes back to by itself, of which it is told by the engine; a message is the
# engine's own. A letter goes to the model like any words, and what it says comes as a letter.
machine only
player bob in town/square
player cyd in town/inn
player dan in town/inn
assistant ann in town/square
  topic sheet: Come back later and I tell you. => The sheet is dry by now.
  offer (id: "ale", what: "a mug of ale", unless: "No.", does: Trade(gives: ["mug"]))
  moment keeps-word: A word, {speaker}. {rumour}
  moment reminds: Ah, {speaker}. {rumour}
  moment word-kept: {rumour} And here you are.
  moment takes-on: I shall tell {one}.
  moment carries: {speaker}. {rumour}
  moment has-come: As you asked, {speaker}: {rumour}
  moment still-stands: {rumour} It still stands, {speaker}.
bob> say ann, I'll bring you the spoon
bob< You say, "ann, I'll bring you the spoon"
bob< Ann says, "That would be kind."
ann! say {"text": "That would be kind."}
bob> go north
bob< The Inn
bob< A warm room.
bob< Exits: south, up, east (shut: the cellar door).
bob< Here: Cyd and Dan.
wait 300s
bob> go south
bob< The Square
bob< A square with a well.
bob< Exits: north.
bob< You see a red apple, a green apple, a pear, a stone statue.
bob< Here: Ann.
ann! say {"text": "Did you find the spoon?"}
wait 60s
ann? contains "I'll bring you the spoon"
bob> say ann, tell Cyd it rains
bob< You say, "ann, tell Cyd it rains"
bob< Ann asks, "Did you find the spoon?"
ann! say {"text": "When I see Cyd."}
cyd> go south
bob< Cyd arrives from the north.
wait 60s
wait 60s
bob< Ann says, "When I see Cyd."
bob< Ann says to Cyd, "Cyd. Bob asks me to tell you: "it rains"."
bob> say ann, let me know when Dan comes in
bob< You say to Ann, "ann, let me know when Dan comes in"
bob< Ann says, "I will."
ann! say {"text": "I will."}
wait 60s
dan> go south
bob< Dan arrives from the north.
ann! say {"text": "There is Dan for you."}
wait 60s
bob< Ann says, "There is Dan for you."
ann? contains "Dan is here."
bob> say ann, an ale
bob< You say to Ann, "ann, an ale"
bob< Ann offers you a mug of ale. Type accept or decline.
ann! offer {"id": "ale"}
ann! noop
ann! say {"text": "The ale is still yours."}
wait 300s
bob< Ann says, "The ale is still yours."
ann? contains "You have not answered me about a mug of ale."
bob> mail ann = Is it warm at the well?
bob< You write to Ann.
ann! text As warm as ever.
wait 60s
bob< Ann sends you a letter. To read it, type: mail 1
ann? contains "Is it warm at the well?"
bob> mail 1
bob< Letter 1, from Ann, less than a minute ago
bob< As warm as ever.
bob< To answer, type: mail ann = TEXT
