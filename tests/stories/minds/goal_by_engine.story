# A goal with a predicate is completed by the engine and by nobody else: what visitors do before everybody
# counts, over a restart too, and not what one alone does twice; an unkind act sets it back.
machine only
staff wiz in town/inn
player bob in town/square
player cyd in town/square
player dan in town/square
assistant ann in town/square scripted
  offer (id: "mug", what: "a mug", unless: "No.", does: Trade(gives: ["mug"]), asks: ["mug"], says: ["Here."])
  topic working: {goal} | I rest.
  goal (name: "mugs", text: "give three mugs away", needs: (on: [Accepted("mug")], count: Visitors(3), spoiled_by: [Quarrel]), says: ["Three mugs to give away. I have {count} of {needed}, and {left} left."], again: 2)
  on Reached("mugs"): [Say(["All mugs are gone, {speaker}!"])]
  on Spoiled("mugs"): [Say(["Now I begin again."])]
bob> say ann, what are you working on
bob<
bob> say ann, a mug
bob> accept
bob<
wait 30s
bob> say ann, a mug
bob> accept
bob<
bob> say ann, what are you working on
bob<
cyd<
cyd> glare at dan
cyd<
wiz> @npc goals ann
wiz<
wait 30s
bob> say ann, a mug
bob> accept
bob<
cyd> say ann, a mug
cyd> accept
cyd<
restart
cyd> say ann, what are you working on
cyd<
wiz> @npc goals ann done 1
wiz<
dan> say ann, a mug
dan> accept
dan<
wiz> why ann 2
wiz<
dan> say ann, what are you working on
dan<
wait 172900s
dan> say ann, what are you working on
dan<
