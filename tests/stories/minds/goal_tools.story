# A model looks at its goals, sets, changes and completes them in a turn of its own: the game completes what it
# counts, and the author's goals stay as they are.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
  offer (id: "ale", what: "an ale", unless: "No.", does: Trade(gives: ["mug"]))
  goal (name: "mugs", text: "sell a mug", priority: 8, needs: (on: [Accepted("ale")]))
wiz> order ann Look at your goals and mend them
ann! list_goals
ann! set_goal {"text": "tidy the square", "priority": 6} & set_goal {"text": "sell an ale", "part_of": 2, "offer": "ale"}
ann! update_goal {"goal": 2, "text": "tidy the whole square", "version": 1} & complete_goal {"goal": 3}
ann! complete_goal {"goal": 1}
ann! update_goal {"goal": 1, "dropped": true}
ann! page {"to": "wiz", "text": "I have two goals more."}
wiz<
ann? contains "you_want"
ann? contains "sell a mug"
wiz> @npc goals ann
wiz<
wiz> order ann Finish what you can
ann! set_goal {"text": "be seen", "part_of": 99}
ann! set_goal {"text": "be seen"}
ann! complete_goal {"goal": 4} & update_goal {"goal": 4, "text": "be heard"}
ann! update_goal {"goal": 3, "dropped": true} & page {"to": "wiz", "text": "Done."}
wiz<
wiz> @npc goals ann
wiz<
wiz> why ann
wiz<
