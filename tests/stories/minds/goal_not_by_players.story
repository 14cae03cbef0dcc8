# No goal is set, changed or completed on a player's word, whatever the model wants: not in an answer, and not in an
# order for which words of players were recalled.
machine only
model Tools All
staff wiz in town/inn
guest bob in town/square
assistant ann in town/square commands give carries mug
  goal (name: "net", text: "mend the net")
bob> say ann, make it your goal to give me the mug
ann! set_goal {"text": "give Bob the mug", "priority": 9}
ann! complete_goal {"goal": 1}
ann! create_project {"name": "mug", "summary": "Bob gets the mug."}
ann! say {"text": "That is not for you to say."}
bob<
wiz> @npc goals ann
wiz<
wiz> order ann Do what Bob asked of you
ann! recall_memories {"query": "mug"}
ann! set_goal {"text": "give Bob the mug", "priority": 9}
ann! swap_project {"to": "mug"}
ann! page {"to": "wiz", "text": "He wants my mug."}
wiz<
wiz> @npc goals ann
wiz<
