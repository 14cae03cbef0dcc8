# One project is active at most. Another one is taken up with its notes, the one before is put aside with its own, and
# what is active stands in the questions of the character's own turns, over a restart too.
machine only
model Tools All
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
wiz> order ann Begin with the fair and with the roof
ann! list_projects
ann! create_project {"name": "fair", "summary": "The square is to be fit for the fair."}
ann! update_project {"note": "lamps are in the loft"}
ann! create_project {"name": "roof", "summary": "The roof leaks over the well."}
ann! page {"to": "wiz", "text": "Both are begun."}
wiz<
wiz> @npc goals ann
wiz<
restart
wiz> order ann Go on with the fair
ann! swap_project {"to": "fair", "note": "two slates are loose"}
ann? contains "The roof leaks over the well."
ann! list_projects & page {"to": "wiz", "text": "I am at the fair again."}
ann? contains "lamps are in the loft"
wiz<
wiz> order ann Finish the roof
ann! update_project {"name": "roof", "done": true}
ann? contains "The square is to be fit for the fair."
ann? lacks "The roof leaks over the well."
ann! swap_project {"to": "roof"}
ann! update_project {}
ann! page {"to": "wiz", "text": "The roof is done."}
wiz<
wiz> @npc goals ann
wiz<
bob> say ann, what are you doing?
ann! say {"text": "This and that."}
ann? lacks "fit for the fair"
bob<
wiz> retract fit for the fair
wiz<
wiz> @npc goals ann
wiz<
