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
wiz< You order Ann, "Begin with the fair and with the roof"
wiz< Ann pages you, "Both are begun."
wiz> @npc goals ann
wiz< What Ann wants
wiz<   nothing
wiz< Projects
wiz<   fair (put aside): The square is to be fit for the fair.
wiz<     - lamps are in the loft
wiz<   roof (active): The roof leaks over the well.
restart
wiz> order ann Go on with the fair
ann! swap_project {"project": "fair", "note": "two slates are loose"}
ann! list_projects & page {"to": "wiz", "text": "I am at the fair again."}
ann? contains "lamps are in the loft"
wiz< You order Ann, "Go on with the fair"
wiz< Ann pages you, "I am at the fair again."
wiz> order ann Finish the roof
ann! update_project {"name": "roof", "done": true}
ann? contains "The square is to be fit for the fair."
ann! swap_project {"project": "roof"}
ann! update_project {}
ann! page {"to": "wiz", "text": "The roof is done."}
wiz< You order Ann, "Finish the roof"
wiz< Ann pages you, "The roof is done."
wiz> @npc goals ann
wiz< What Ann wants
wiz<   nothing
wiz< Projects
wiz<   fair (active): The square is to be fit for the fair.
wiz<     - lamps are in the loft
wiz<   roof (finished): The roof leaks over the well.
wiz<     - two slates are loose
bob> say ann, what are you doing?
ann! say {"text": "This and that."}
ann? lacks "fit for the fair"
bob< You ask, "ann, what are you doing?"
bob< Ann says, "This and that."
wiz> retract fit for the fair
wiz< Asking everybody what they remember of it …
wiz< Nobody remembers anything of that.
wiz> @npc goals ann
wiz< What Ann wants
wiz<   nothing
wiz< Projects
wiz<   roof (finished): The roof leaks over the well.
wiz<     - two slates are loose
