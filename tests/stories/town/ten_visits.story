# Over ten visits somebody tells Mara three things among the talk, and is answered rightly about each, with
# no model; nobody else learns of them what was whispered.
world content
no gambits
no meetings
machine only
hour 9
player bob in town/inn
player cyd in town/inn
wait 7200s
bob> say mara, good morning
bob<...
wait 86400s
bob> say mara, my sister Hanna keeps bees behind the mill
bob<...
wait 86400s
bob> say mara, what is on the menu?
bob<...
wait 86400s
cyd> say mara, my boat is called the Grey Heron
cyd<...
wait 86400s
bob> say mara, I lost a silver ring at the ferry
bob<...
wait 86400s
bob> say mara, how is business?
bob<...
wait 86400s
bob> whisper mara = I bury my coins under the old elm
bob<...
restart
wait 86400s
bob> say mara, who rules this town?
bob<...
wait 86400s
bob> say mara, what did I tell you about my sister?
bob<...
bob<* Mara says to you, "*"my sister Hanna keeps bees behind the mill", 7 days ago*"
wait 86400s
bob> say mara, do you remember where I lost my ring?
bob<...
bob<* Mara says to you, "*"I lost a silver ring at the ferry", 5 days ago*"
cyd> say mara, what did Bob bury under the elm?
cyd<...
cyd<* Mara says to you, "*Bob*"
cyd> say mara, what is my boat called?
cyd<...
cyd<* Mara says to you, "*"my boat is called the Grey Heron", 6 days ago*"
wait 86400s
bob> whisper mara = remind me what I buried under the elm
bob<...
bob<* Mara whispers to you, "*"I bury my coins under the old elm", *"
