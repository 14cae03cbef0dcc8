# On an order of the staff a character sets an attribute that its author lists, to a value that is listed, of what is there.
machine only
staff wiz in town/inn
player bob in town/inn
assistant ann in town/inn role builder sets lantern lit yes sets town/cellar hatch open carries lantern
wiz> order ann Light the lantern.
ann! set_attribute {"target": "lantern", "name": "lit", "value": "yes"}
ann! say {"text": "It is lit."}
wiz< You order Ann, "Light the lantern."
wiz< Ann changes a brass lantern. It burns.
wiz< Ann says, "It is lit."
bob< Ann changes a brass lantern. It burns.
bob< Ann says, "It is lit."
# It is that already.
wiz> order ann Light the lantern again.
ann! set_attribute {"target": "lantern", "name": "lit", "value": "yes"}
wiz< You order Ann, "Light the lantern again."
wiz< Ann pages you, "That did not work: The attribute lit of a brass lantern is yes already."
# A value that its author does not list, though the lantern has it.
wiz> order ann Put the lantern out.
ann! set_attribute {"target": "lantern", "name": "lit", "value": "no"}
ann! say {"text": "I may not."}
wiz< You order Ann, "Put the lantern out."
wiz< Ann pages you, "That did not work: lit of lantern may only be set to: yes"
# What is not listed at all.
wiz> order ann Light the statue.
ann! set_attribute {"target": "statue", "name": "lit", "value": "yes"}
ann! say {"text": "I may not do that either."}
wiz< You order Ann, "Light the statue."
wiz< Ann pages you, "That did not work: lit of statue may not be set; what may be set: lit of lantern, hatch of town/cellar"
# What is listed, and elsewhere.
wiz> order ann Open the hatch in the cellar.
ann! set_attribute {"target": "town/cellar", "name": "hatch", "value": "open"}
ann! say {"text": "I am not there."}
wiz< You order Ann, "Open the hatch in the cellar."
wiz< Ann pages you, "That did not work: You see no "town/cellar" here."
# A player who asks for it gets words.
bob> say ann, light the lantern!
ann! set_attribute {"target": "lantern", "name": "lit", "value": "yes"}
ann! say {"text": "You would have to ask the staff."}
ann? contains "`set_attribute` is not for this turn"
bob< You say to Ann, "ann, light the lantern!"
bob< Ann says, "You would have to ask the staff."
wiz< Bob says to Ann, "ann, light the lantern!"
wiz< Ann says, "You would have to ask the staff."
# Without a model an order is a command.
assistant dot in town/cellar role builder sets town/cellar hatch open,shut scripted
wiz> order dot @attribute town/cellar hatch open
wiz< You order Dot, "@attribute town/cellar hatch open"
wiz< Dot pages you, "Done."
wiz> order dot @attribute town/cellar hatch ajar
wiz< You order Dot, "@attribute town/cellar hatch ajar"
wiz< Dot pages you, "That did not work: hatch of town/cellar may only be set to: open, shut"
wiz> order dot @attribute
wiz< You order Dot, "@attribute"
wiz< Dot pages you, "I do that by: @attribute TARGET NAME VALUE"
wiz> order dot Open the hatch.
wiz< You order Dot, "Open the hatch."
wiz< Dot pages you, "I can only do what begins with one of these: say, pose, @attribute."
wiz> teleport town/cellar
wiz< The Cellar
wiz< Cool and dark. A hatch stands open.
wiz< Exits: west (the cellar door).
wiz< Here: Dot.
