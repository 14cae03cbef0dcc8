# To climb or enter what leads somewhere is to go there.
world content
player bob in river/boathouse
player carol in river/boathouse
bob> climb ladder
bob<* The Boathouse Loft*
bob<...
carol< Bob leaves up.
bob> climb down
bob<* The Boathouse*
bob<...
carol< Bob arrives from above.
carol> climb bench
carol< You think about climbing the bench, and stay on the ground.
carol> climb
carol<* The Boathouse Loft*
carol<...
bob< Carol leaves up.
bob> enter quay
bob<* The Quay*
bob<...
bob> enter barge
bob< The barge is nothing to go into. To see the ways out, type: exits
bob> enter
bob< There is no way in from here.
