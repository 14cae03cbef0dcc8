# Nobody has to be followed, and whoever is ignored cannot follow at all.
player ann in town/square
player bob in town/square
ann> follow bob
ann< You follow Bob from now on, until you stop.
bob< Ann now follows you. Type lose ann to walk alone.
bob> lose ann
bob< Ann no longer follows you.
ann< You no longer follow Bob.
bob> lose ann
bob< You do not follow "ann", and nobody called so follows you.
bob> ignore ann
bob< You no longer hear what Ann says. To hear it again, type: ignore ann off
ann> follow bob
ann< Bob would rather walk alone.
ann> follow ann
ann< You are with yourself already, wherever you go.
ann> follow me
ann< You are with yourself already, wherever you go.
ann> stop
ann< You are not on your way anywhere, and follow nobody.
ann> unfollow
ann< You follow nobody. If somebody follows you, type: lose NAME
