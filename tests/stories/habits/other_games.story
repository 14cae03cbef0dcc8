# Lines as they are written in other games: marks before verbs, several commands, counted steps.
player bob in town/square
bob> +inventory
bob< You carry nothing.
bob< In your purse: 10 coins.
bob> @desc me=A man with a map.
bob< Whoever looks at you reads that now.
bob> describe
bob< Whoever looks at you reads: A man with a map.
bob> +finger bob
bob< Bob
bob< A man with a map.
bob< Awake, here for less than a minute.
bob> /say hello
bob< You say, "hello"
bob> n;s
bob< One command in a line, please: type n, press Enter, and then type s. To walk far at once, name the place, as in: go to inn
bob> look; n
bob< One command in a line, please: type look, press Enter, and then type n. To walk far at once, name the place, as in: go to inn
bob> 3n
bob< Each step is a line of its own here: type north, press Enter, and so on. To walk far at once, name the place, as in: go to inn
bob> n n
bob< Each step is a line of its own here: type north, press Enter, and so on. To walk far at once, name the place, as in: go to inn
bob> n2
bob< Each step is a line of its own here: type north, press Enter, and so on. To walk far at once, name the place, as in: go to inn
bob> say n;s
bob< You say, "n;s"
bob> :waves; and nods
bob< Bob waves; and nods
bob> @polish statue
bob< There is no command "@polish". To say it aloud, type: say @polish statue
bob> +1
bob< There is no command "+1". To say it aloud, type: say +1
