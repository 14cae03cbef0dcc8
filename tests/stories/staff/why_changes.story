# What is done to a mind itself stands in its record: stops, starts and settings.
machine only
staff wiz in town/square
assistant ann in town/square
  excuse Forgive me, I was far away.
assistant ben in town/square
wiz> @npc stop ann
wiz< ann falls silent.
wiz> @npc stop ann
wiz< ann falls silent.
wiz> @npc start ann
wiz< ann thinks again.
wiz> @npc stop all
wiz< All of the town's own people fall silent.
wiz> @npc start all
wiz< All of the town's own people think again.
wiz> why ann
wiz< Changes of the mind itself
wiz<   22:13:20 started again by "Wiz" (wiz)
wiz<   22:13:20 stopped with all others by "Wiz" (wiz)
wiz<   22:13:20 started again with all others by "Wiz" (wiz)
wiz< Ann has not thought about anything yet.
wiz> why ben
wiz< Changes of the mind itself
wiz<   22:13:20 stopped with all others by "Wiz" (wiz)
wiz<   22:13:20 started again with all others by "Wiz" (wiz)
wiz< Ben has not thought about anything yet.
wiz> @npc set ann temperature 40
wiz< temperature of ann is 40 now.
wiz> @npc set ann temperature default
wiz< temperature of ann is what the persona says now.
wiz> why ann
wiz< Changes of the mind itself
wiz<   22:13:20 started again with all others by "Wiz" (wiz)
wiz<   22:13:20 setting temperature is 40 now by "Wiz" (wiz)
wiz<   22:13:20 setting temperature is what the persona says now by "Wiz" (wiz)
wiz< Ann has not thought about anything yet.
