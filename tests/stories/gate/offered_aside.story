# An offer that was made aside stands for those two alone: whoever is spoken to before others is spoken to as
# if there were none.
machine only
player bob in town/square
player cyd in town/square
assistant ann in town/square scripted
  offer (id: "ale", what: "a mug of ale for 1 coin", when: [Coins(1)], unless: "No.", does: Trade(price: 1, gives: ["mug"]))
  topic nonsense: <offered> It stands. | It does not stand.
ann! offer {"id": "ale"} & whisper {"to": "bob", "text": "Hush."}
bob> whisper ann = an ale
bob<...
bob< Ann whispers to you, "Hush."
bob> say to ann nonsense
bob< You say to Ann, "nonsense"
bob< Ann says to you, "It does not stand."
cyd<...
cyd< Ann says to Bob, "It does not stand."
bob> whisper ann = nonsense
bob< You whisper to Ann, "nonsense"
bob< Ann whispers to you, "It stands."
