# Whom nobody plays is shown as such to who asks, and looks like anybody else at a glance.
player bob in town/square
player carol in town/square
assistant ann in town/square
bob> who here
bob< In the room with you
bob<   Ann (played by the server)
bob<   Carol
bob> look at ann
bob< Ann
bob< Ann looks calm.
bob< Ann is played by the server.
bob> look at carol
bob< Carol
bob< Carol looks like anybody.
