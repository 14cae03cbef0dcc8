# A greeting or a question that names nobody is for the only one of the town's own people who hears
# it, unless whoever says it talks with somebody else, or players have just talked among themselves.
player bob in town/square
player carol in town/square
player dan in town/square
assistant ann in town/square
bob> say hello
ann! say {"text": "Good day, Bob.", "to": "Bob"}
bob< You say to Ann, "hello"
bob< Ann says to you, "Good day, Bob."
carol< Bob says to Ann, "hello"
carol< Ann says to Bob, "Good day, Bob."
dan< Bob says to Ann, "hello"
dan< Ann says to Bob, "Good day, Bob."
carol> say I like it here
bob< Carol says, "I like it here"
carol< You say, "I like it here"
dan< Carol says, "I like it here"
carol> say hello everybody
bob< Carol says, "hello everybody"
carol< You say, "hello everybody"
dan< Carol says, "hello everybody"
dan> say to carol Hello.
bob< Dan says to Carol, "Hello."
carol< Dan says to you, "Hello."
dan< You say to Carol, "Hello."
dan> say Where is the inn?
bob< Dan asks, "Where is the inn?"
carol< Dan asks, "Where is the inn?"
dan< You ask, "Where is the inn?"
carol> say Where is the inn?
bob< Carol asks, "Where is the inn?"
carol< You ask, "Where is the inn?"
dan< Carol asks, "Where is the inn?"
carol> ask ann where the inn is
ann! say {"text": "North of here.", "to": "Carol"}
bob< Carol asks Ann, "where the inn is?"
bob< Ann says to Carol, "North of here."
carol< You ask Ann, "where the inn is?"
carol< Ann says to you, "North of here."
dan< Carol asks Ann, "where the inn is?"
dan< Ann says to Carol, "North of here."
carol> say Thank you, I shall go there.
bob< Carol says to Ann, "Thank you, I shall go there."
bob< Ann says to Carol, "Do."
carol< You say to Ann, "Thank you, I shall go there."
carol< Ann says to you, "Do."
dan< Carol says to Ann, "Thank you, I shall go there."
dan< Ann says to Carol, "Do."
ann! say {"text": "Do.", "to": "Carol"}
