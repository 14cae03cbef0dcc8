# After a night a character without a model splits a goal that was set where its words have semicolons.
machine only
day 24 minutes
staff wiz in town/inn
assistant eve in town/inn scripted
wiz> @npc goals eve add count the mugs; mend the tap
wiz< What Eve wants
wiz<   1. count the mugs; mend the tap (open, priority 5, version 1)
wiz> @npc goals eve add priority=9 be kind
wiz< What Eve wants
wiz<   1. count the mugs; mend the tap (open, priority 5, version 1)
wiz<   2. be kind (open, priority 9, version 1)
wiz> @npc sleep eve
wiz< Eve falls asleep. To wake it: @npc wake eve
wait 30s
wiz> @npc wake eve
wiz< Eve wakes up.
wait 5s
wiz> @npc sleep eve
wiz< Eve falls asleep. To wake it: @npc wake eve
wait 30s
wiz> @npc wake eve
wiz< Eve wakes up.
wait 5s
wiz> @npc goals eve
wiz< What Eve wants
wiz<   1. count the mugs; mend the tap (open, priority 5, version 1)
wiz<     3. count the mugs (open, priority 5, version 1)
wiz<     4. mend the tap (open, priority 5, version 1)
wiz<   2. be kind (open, priority 9, version 1)
