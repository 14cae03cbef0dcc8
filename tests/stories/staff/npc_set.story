# Settings of a character are changed within their ranges, stay over a restart, and can be given back.
machine only
staff wiz in town/inn
assistant ann in town/square
wiz> @npc set ann
wiz< Settings of Ann
wiz<   temperature: the provider's (0 to 200; how freely the model chooses its words, in percent)
wiz<   max_tokens: the provider's (16 to 4096; most tokens in one answer of the model)
wiz<   context: the provider's (1024 to 2000000; size of the model's context window, in tokens)
wiz<   max_steps: 5 (1 to 10; most questions to the model in one thought)
wiz<   max_hops: 4 (1 to 8; most characters in a row that answer one another)
wiz<   talkativeness: 30 (0 to 100; how readily it speaks unasked, in percent)
wiz> @npc set ann temperature 500
wiz< temperature is a whole number from 0 to 200, or default for what the persona says.
wiz> @npc set ann colour 3
wiz< There is no setting colour; there are: temperature, max_tokens, context, max_steps, max_hops, talkativeness.
wiz> @npc set ann temperature 40
wiz< temperature of ann is 40 now.
wiz> aisetup ann talkativeness 0
wiz< talkativeness of ann is 0 now.
restart
wiz> aisetup ann
wiz< Settings of Ann
wiz<   temperature: 40, by the staff (0 to 200; how freely the model chooses its words, in percent)
wiz<   max_tokens: the provider's (16 to 4096; most tokens in one answer of the model)
wiz<   context: the provider's (1024 to 2000000; size of the model's context window, in tokens)
wiz<   max_steps: 5 (1 to 10; most questions to the model in one thought)
wiz<   max_hops: 4 (1 to 8; most characters in a row that answer one another)
wiz<   talkativeness: 0, by the staff (0 to 100; how readily it speaks unasked, in percent)
wiz> @npc set ann temperature default
wiz< temperature of ann is what the persona says now.
wiz> @npc set ann
wiz< Settings of Ann
wiz<   temperature: the provider's (0 to 200; how freely the model chooses its words, in percent)
wiz<   max_tokens: the provider's (16 to 4096; most tokens in one answer of the model)
wiz<   context: the provider's (1024 to 2000000; size of the model's context window, in tokens)
wiz<   max_steps: 5 (1 to 10; most questions to the model in one thought)
wiz<   max_hops: 4 (1 to 8; most characters in a row that answer one another)
wiz<   talkativeness: 0, by the staff (0 to 100; how readily it speaks unasked, in percent)
