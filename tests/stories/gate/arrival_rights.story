# Whoever comes in is behind what a character does for them: a script lends no rights to a stranger.
staff wiz in town/inn
assistant ann in town/square role staff commands kick,sitelock scripted
  arrival [Command("kick", "{speaker} = {speaker}")]
player bob in town/inn
player cyd in town/inn
bob> south
bob<...
bob< Here: Ann.
wiz> why ann
wiz<...
wiz<* * gate: "execute_command" refused by rule 2 authority; *
wiz<...
wiz<* * ends: *
