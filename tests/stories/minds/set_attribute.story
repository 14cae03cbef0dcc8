# On an order of the staff a character sets an attribute that its author lists, to a value that is listed, and of what is there.
machine only
staff wiz in town/inn
player bob in town/inn
assistant ann in town/inn role builder sets lantern lit yes carries lantern
wiz> @attribute lantern lit yes
wiz<
wiz> order ann Light the lantern.
ann! set_attribute {"target": "lantern", "name": "lit", "value": "yes"}
ann! say {"text": "It is lit."}
wiz<
bob<
wiz> order ann Put the lantern out.
ann! set_attribute {"target": "lantern", "name": "lit", "value": "no"}
ann! say {"text": "I may not."}
wiz<
wiz> order ann Give it to Wiz.
ann! set_attribute {"target": "statue", "name": "lit", "value": "yes"}
ann! say {"text": "I may not do that either."}
wiz<
bob> say ann, light the lantern!
ann! set_attribute {"target": "lantern", "name": "lit", "value": "yes"}
ann! say {"text": "You would have to ask the staff."}
bob<
