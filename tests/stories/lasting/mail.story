# Letters wait for whoever sleeps, and last over a restart.
machine only
player bob in town/square
player carol in town/inn
player dan in town/inn
guest eve in town/square
carol> quit
carol< All is saved. Sleep well; we are glad whenever you come back.
dan< Carol falls asleep and is gone.
bob> mail carol = Meet me at the well.
bob< You write to Carol.
bob> mail carol And bring a pear.
bob< You write to Carol.
bob> mail zoe = Hello.
bob< Nobody called "zoe" is known here.
bob> mail eve = Hello.
bob< Nobody called "eve" is known here.
bob> mail dan = Good evening.
bob< You write to Dan.
dan< Bob sends you a letter. To read it, type: mail 1
dan> mail 1
dan< Letter 1, from Bob, less than a minute ago
dan< Good evening.
dan< To answer, type: mail bob = TEXT
dan> mail
dan< Your letters
dan<   1, from Bob, less than a minute ago: Good evening.
dan< To read one, type: mail NUMBER
restart
back carol
carol> mail
carol< Your letters
carol<   1, new, from Bob, less than a minute ago: Meet me at the well.
carol<   2, new, from Bob, less than a minute ago: And bring a pear.
carol< To read one, type: mail NUMBER
carol> mail 1
carol< Letter 1, from Bob, less than a minute ago
carol< Meet me at the well.
carol< To answer, type: mail bob = TEXT
carol> mail delete 1
carol< Letter 1 is gone.
carol> mail 2
carol< You have no letter 2. To see those you have, type: mail
dan< Carol wakes up and looks around.
bob> mail recall carol
bob< You take back 1 letter to Carol.
carol> mail
carol< You have no letters. To write one, type: mail NAME = TEXT
carol> ignore bob
carol< You no longer hear what Bob says. To hear it again, type: ignore bob off
bob> mail carol = Why?
bob< Carol does not want to hear from you, so nobody hears that.
carol> quit
carol< All is saved. Sleep well; we are glad whenever you come back.
dan< Carol falls asleep and is gone.
bob> mail carol = Why?
bob< Carol does not want to hear from you, so nobody hears that.
dan> report letter 1: He should not.
dan< Thank you. The staff will read your report about Bob.
eve> mail bob = Hello.
eve< "mail" needs a name of your own, for of a guest nothing is kept. To get one, type quit, connect again, and then type: create NAME (on the page: "I would like a name of my own")
