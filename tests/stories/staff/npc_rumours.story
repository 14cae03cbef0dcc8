# Staff see what goes round, and who has it from whom.
machine only
day 48 minutes
staff wiz in town/attic
player bob in town/square
player cyd in town/inn
assistant ann in town/square scripted
  routine 7 town/square sweeping
  routine 8 town/inn pouring
  tells Have you heard, {speaker}? {rumour}
  on Met: [If(News, [Tell], [Reply(["Well met, {speaker}."])])]
  on Chatted: [If(News, [Tell], [Reply(["So it is, {speaker}."])])]
  on Told: [Reply(["Is that so, {speaker}."])]
assistant eve in town/inn scripted
  routine 7 town/inn reading
  tells They say it in the inn. {rumour}
  on Met: [If(News, [Tell], [Reply(["Well met, {speaker}."])])]
  on Chatted: [If(News, [Tell], [Reply(["So it is, {speaker}."])])]
  on Told: [Reply(["Is that so, {speaker}."])]
wiz> @npc rumours
wiz< Nothing goes round just now.
bob> get pear
bob<...
wait 1s
bob> give pear to ann
bob<...
wiz> @npc rumours
wiz< What goes round
wiz<   d94d554696a30437: Bob gave Ann a pear at the Square, known to 1, last heard of just now
wait 400s
cyd<...
wiz> @npc rumours
wiz< What goes round
wiz<   d94d554696a30437: Bob gave Ann a pear at the Square, known to 2, last heard of a few minutes ago
wiz> @npc rumours ffff
wiz< Nothing that goes round has the number "ffff". To see the numbers, type: @npc rumours
wiz> @npc rumours d94d
wiz< Deed d94d554696a30437
wiz< Bob gave Ann a pear at the Square.
wiz<   Ann saw it, a few minutes ago, 100 % strong
wiz<   Eve heard it from Ann, a few minutes ago, 70 % strong
wiz> @npc cost
wiz< What thoughts cost
wiz<   today, UTC: 0 of 1000000000000 questions, 0 of 1000000000000 tokens, 2 of 1000000000000 lines
wiz< Not yet given back, an hour after it was used at the latest:
wiz<   ann: 0 of 1000000000000 questions, 0 of 1000000000000 tokens, 0 of 1000000000000 lines
wiz<   eve: 0 of 1000000000000 questions, 0 of 1000000000000 tokens, 0 of 1000000000000 lines
