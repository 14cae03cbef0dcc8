# Builders set attributes of things and rooms; a look shows them, and they stay over a restart.
machine only
builder wiz in town/inn
player bob in town/inn
assistant ann in town/inn carries lantern
  offer (id: "lend", what: "a lantern", when: [Coins(1)], unless: "No.", does: Trade(price: 1, gives: ["lantern"]))
ann! offer {"id": "lend"}
wiz> say ann, a lantern?
wiz<
wiz> accept
wiz<
wiz> look lantern
wiz<
wiz> @attribute lantern lit maybe
wiz<
wiz> @attribute lantern colour red
wiz<
wiz> @attribute here lit yes
wiz<
wiz> @attribute ann lit yes
wiz<
wiz> @attribute lantern lit yes
wiz<
bob<
wiz> look lantern
wiz<
bob> @attribute lantern lit no
bob<
restart
wiz> look lantern
wiz<
wiz> @attribute lantern lit no
wiz<
wiz> look lantern
wiz<
