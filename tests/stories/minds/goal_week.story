# A goal that takes seven real days in which nobody shouts: a shout sets it back, the clock completes it, over a
# restart too, and whoever comes by first is told, once.
machine only
staff wiz in town/inn
player bob in town/square
player cyd in town/inn
assistant ann in town/square scripted
  topic working: {goal} | I rest.
  goal (name: "quiet", text: "have a quiet week", needs: (count: Unspoiled(7), spoiled_by: [Shouted]), says: ["A quiet week: {count} of {needed} days."])
  on Reached("quiet"): [Say(["A whole week, {speaker}!"])]
  on Spoiled("quiet"): [Say(["Seven more, then."])]
wait 172900s
bob> say ann, what are you working on
bob<
bob> shout ho
bob<
bob> shout hey
bob<
bob> say ann, what are you working on
bob<
bob> north
bob<
wait 345600s
restart
wiz> @npc goals ann
wiz<
wait 259300s
wiz> @npc goals ann
wiz<
bob> south
bob<
cyd> south
cyd<
bob> say ann, what are you working on
bob<
bob<-
