# On an order of the staff a character sets an attribute that its author lists, to a value that is listed, of what is there.
machine only
staff wiz in town/inn
player bob in town/inn
assistant ann in town/inn role builder sets lantern lit yes sets town/cellar hatch open carries lantern
wiz> order ann Light the lantern.
ann! set_attribute {"target": "lantern", "name": "lit", "value": "yes"}
ann! say {"text": "It is lit."}
wiz<
bob<
# It is that already.
wiz> order ann Light the lantern again.
ann! set_attribute {"target": "lantern", "name": "lit", "value": "yes"}
wiz<
# A value that its author does not list, though the lantern has it.
wiz> order ann Put the lantern out.
ann! set_attribute {"target": "lantern", "name": "lit", "value": "no"}
ann! say {"text": "I may not."}
wiz<
# What is not listed at all.
wiz> order ann Light the statue.
ann! set_attribute {"target": "statue", "name": "lit", "value": "yes"}
ann! say {"text": "I may not do that either."}
wiz<
# What is listed, and elsewhere.
wiz> order ann Open the hatch in the cellar.
ann! set_attribute {"target": "town/cellar", "name": "hatch", "value": "open"}
ann! say {"text": "I am not there."}
wiz<
# A player who asks for it gets words.
bob> say ann, light the lantern!
ann! set_attribute {"target": "lantern", "name": "lit", "value": "yes"}
ann! say {"text": "You would have to ask the staff."}
ann? contains "`set_attribute` is not for this turn"
bob<
# Without a model an order is a command.
assistant dot in town/cellar role builder sets town/cellar hatch open,shut scripted
wiz> order dot @attribute town/cellar hatch open
wiz<
wiz> order dot @attribute town/cellar hatch ajar
wiz<
wiz> order dot @attribute
wiz<
wiz> order dot Open the hatch.
wiz<
wiz> teleport town/cellar
wiz<...
wiz> look
wiz<
# Somebody without the right lends nobody theirs: a player gives no orders.
bob> order ann Light the lantern.
bob<
