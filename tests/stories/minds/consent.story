# Before words go to a model on another machine the player is told, and whoever wants to keep them here is
# answered by the script; neither their words nor what is remembered of them is ever in a question.
world content
machine only
hour 12
models outside
player bob in town/inn
player cyd in town/inn
wait 10s
bob> say to mara hello
bob< You say to Mara, "hello"
bob< Mara is played by a language model on another machine. From your next line on what you say to Mara, or beside Mara, may be read there, and so it is with others here who are played or look things up that way. To keep your words here and be answered by the game's own script, type: set models off
bob<* Mara *
cyd<...
bob<-
bob> say to mara what is new?
mara! say {"to": "Bob", "text": "The bell leans."}
mara? contains "what is new?"
mara? lacks ""text":"hello""
bob< You ask Mara, "what is new?"
bob< Mara says to you, "The bell leans."
bob<-
cyd> set models off
cyd<...
cyd< What you say stays in this machine now, and the game's own script answers you.
cyd> say to mara I like plum brandy
cyd<...
cyd<* Mara * to you, "*
cyd> say to bob Plum brandy for everybody!
bob> say to mara who likes what?
mara! recall_memories {"query": "cyd likes"}
mara! say {"to": "Bob", "text": "I cannot say."}
mara? contains "who likes what?"
mara? lacks "brandy"
bob<...
bob< Mara says to you, "I cannot say."
cyd<...
cyd< Mara says to Bob, "I cannot say."
# What Cyd looks like are Cyd's words as well; Bob's, who agreed, may be seen.
bob> say to mara what do we look like?
mara! inspect {"target": "Cyd"}
mara! inspect {"target": "Bob"}
mara! say {"to": "Bob", "text": "Like yourself."}
mara? contains "keeps their words in this machine"
mara? contains "Bob looks like"
mara? lacks "Cyd looks like"
bob<...
bob< Mara says to you, "Like yourself."
cyd<...
cyd< Mara says to Bob, "Like yourself."
cyd> say to mara what do I like?
cyd<...
cyd<* Mara says to you, "*plum brandy*"
cyd> set
cyd<...
cyd<*   models off
