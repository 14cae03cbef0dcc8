# Builders set attributes of things and rooms; a look shows them, and they stay over a reload and a restart.
machine only
builder wiz in town/inn
player bob in town/inn
assistant ann in town/inn carries lantern
  offer (id: "lend", what: "a lantern", when: [Coins(1)], unless: "No.", does: Trade(price: 1, gives: ["lantern"]))
ann! offer {"id": "lend"}
wiz> say ann, a lantern?
wiz< You ask Ann, "ann, a lantern?"
wiz< Ann offers you a lantern. Type accept or decline.
wiz> accept
wiz< You give Ann 1 coin for a brass lantern.
bob< Wiz asks Ann, "ann, a lantern?"
bob< Ann offers Wiz a lantern.
bob< Wiz gives Ann 1 coin for a brass lantern.
wiz> look lantern
wiz< A brass lantern
wiz< Its glass is clean. It is dark.
wiz> @attribute
wiz< Please type it like this: @attribute THING NAME VALUE, or: @attribute here NAME VALUE
wiz> @attribute lantern lit
wiz< Please type it like this: @attribute THING NAME VALUE, or: @attribute here NAME VALUE
wiz> @attribute lantern lit maybe
wiz< The attribute lit of a brass lantern can be set to: no, yes.
wiz> @attribute lantern colour red
wiz< A brass lantern has no attribute "colour"; it has: lit.
wiz> @attribute moon lit yes
wiz< You see no "moon" here.
wiz> @attribute here lit yes
wiz< The Inn has no attributes.
wiz> @attribute ann lit yes
wiz< Ann has no attributes.
wiz> @attribute lantern lit yes
wiz< You set lit of a brass lantern to yes. It burns.
bob< Wiz changes a brass lantern. It burns.
wiz> @attribute lantern lit yes
wiz< The attribute lit of a brass lantern is yes already.
wiz> look lantern
wiz< A brass lantern
wiz< Its glass is clean. It burns.
wiz> examine lantern
wiz< A brass lantern
wiz< Its glass is clean. It burns.
bob> @attribute lantern lit no
bob< There is no command "@attribute". To say it aloud, type: say @attribute lantern lit no
wiz> reload
wiz< Reading the content files …
wiz< The content is read again: 5 rooms and 1 people.
wiz< Nothing in it has changed.
restart
wiz> look lantern
wiz< A brass lantern
wiz< Its glass is clean. It burns.
wiz> @attribute the lantern LIT No
wiz< You set lit of a brass lantern to no. It is dark.
wiz> look lantern
wiz< A brass lantern
wiz< Its glass is clean. It is dark.
# Of the room.
builder eve in town/cellar
player tom in town/cellar
eve> look
eve< Tom wakes up and looks around.
eve< The Cellar
eve< Cool and dark. A hatch is shut.
eve< Exits: west (the cellar door).
eve< Here: Tom.
eve> @attribute here hatch open
eve< You set hatch of The Cellar to open. A hatch stands open.
tom< Eve changes The Cellar. A hatch stands open.
eve> reload
eve< Reading the content files …
eve< The content is read again: 5 rooms and 1 people.
eve< Nothing in it has changed.
restart
tom> look
tom< The Cellar
tom< Cool and dark. A hatch stands open.
tom< Exits: west (the cellar door).
tom< Here: Eve.
eve> @attribute here hatch shut
eve< You set hatch of The Cellar to shut. A hatch is shut.
tom< Eve changes The Cellar. A hatch is shut.
