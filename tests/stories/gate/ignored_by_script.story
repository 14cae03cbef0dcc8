# The script repeats nobody to those who ignore them.
world content
no gambits
no meetings
machine only
player bob in town/inn
player dan in town/inn
wait 60s
dan> ignore bob
dan< You no longer hear what Bob says. To hear it again, type: ignore bob off
bob> say to mara I like quinces
bob<...
bob<* Mara says to you, "*quinces*"
dan<-
dan> say to mara I like plums
dan<...
dan<* Mara says to you, "*plums*"
bob<...
bob<* Mara says to Dan, "*plums*"
