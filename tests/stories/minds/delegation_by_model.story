# The same with models: the helper's thought has no tools but those that look and answer, whatever it wants, and no
# words of anybody else; the requester words what came back.
machine only
player bob in town/square
player cyd in town/inn
staff dan in town/perch
assistant ann in town/square
  delegation (mode: None, asks: [(whom: "inn")])
  moment brings-answer: {speaker}, I asked. {rumour}
assistant eve in town/inn commands get,drop
  delegation (tags: ["inn"], asks: [(whom: "ann")])
bob> say ann, I am hungry. Who has soup, and would you ask for me?
ann! delegate_task {"task": "Is there soup for Bob tonight?", "to": "inn"}
ann! say {"text": "I shall ask Eve."}
bob<
eve! delegate_task {"task": "Is there soup?", "to": "ann"} & execute_command {"verb": "drop", "args": "mug"} & say {"text": "Cyd, go away."}
eve! page {"to": "ann", "text": "There is barley soup until eight. More than that I do not say of it, for soup is a thing that one has to eat before one talks of it at such a length, and whoever talks eats nothing. But it has onions in it, and a bone. And a leek, too."}
ann! say {"text": "Eve says that there is barley soup until eight."}
wait 4s
eve? contains "Bob: ann, I am hungry."
eve? contains "Is there soup for Bob tonight?"
eve? lacks "delegate_task"
ann? contains "There is barley soup until eight."
ann? lacks "And a leek"
bob<
cyd<-
dan> why eve
dan<
