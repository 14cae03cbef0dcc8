# Rooms show something now and then to whoever is there and wants it; nobody talks over a conversation.
world content
no gambits
machine only
hour 21
player bob in town/gate
player cyd in town/gate
bob> set ambience on
bob< Ambience is now on.
wait 300s
bob< Down in the town a door slams. Up here it arrives as a remark.
bob< The wall gives off some of its warmth, the way one sighs.
bob< Bram makes two stitches without waking, and one of them is red.
bob< A cat comes along the top of the wall, stops to feel it purr, and goes on reassured.
bob< The lamp at the gate burns without a sound, and sets an example.
cyd<-
# What happened of late comes first.
cyd> shout is anybody up there
bob< Cyd shouts, "is anybody up there"
bob< Bram threads red wool, and adds one stitch to the scarf.
wait 19s
bob<-
wait 60s
bob< The wall has been a shade cooler since the shout.
bob> set ambience off
bob< Ambience is now off.
wait 300s
bob<-
