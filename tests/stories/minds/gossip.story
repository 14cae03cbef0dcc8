# A character tells the town what it sees, and answers whoever is there, in one breath.
player bob in town/inn
player cyd in town/square
assistant dora in town/inn scripted channel chat context
  on Social("wave"): [Channel("chat", ["{speaker} waves. Imagine!"]), Reply(["Good day, {speaker}."])]
bob> wave at dora
bob<...
bob< [chat] Dora: Bob waves. Imagine!
bob<* Dora says, "Good day, Bob."
cyd< [chat] Dora: Bob waves. Imagine!
