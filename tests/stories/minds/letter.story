# A letter to one of the town's people is answered by a letter, by what it means, wherever its writer is, and over a
# restart; whoever reads no answer gets no further one.
machine only
player bob in town/inn
assistant ann in town/square scripted
  topic mill: The mill grinds on.
bob> mail ann = Is the mill open?
bob< You write to Ann.
wait 60s
bob< Ann sends you a letter. To read it, type: mail 1
bob> mail 1
bob< Letter 1, from Ann, less than a minute ago
bob< The mill grinds on.
bob< To answer, type: mail ann = TEXT
bob> mail ann = And the mill?
bob< You write to Ann.
bob> quit
restart
wait 120s
back bob
bob> mail
bob< Your letters
bob<   1, from Ann, 2 minutes ago: The mill grinds on.
bob<   2, new, from Ann, 1 minute ago: The mill grinds on.
bob< To read one, type: mail NUMBER
bob> mail ann = mill one
bob< You write to Ann.
wait 60s
bob< Ann sends you a letter. To read it, type: mail 3
bob> mail ann = mill two
bob< You write to Ann.
wait 60s
bob< Ann sends you a letter. To read it, type: mail 4
bob> mail ann = mill three
bob< You write to Ann.
wait 60s
bob> mail ann = mill four
bob< You write to Ann.
wait 300s
bob> mail
bob< Your letters
bob<   1, from Ann, 10 minutes ago: The mill grinds on.
bob<   2, new, from Ann, 9 minutes ago: The mill grinds on.
bob<   3, new, from Ann, 7 minutes ago: The mill grinds on.
bob<   4, new, from Ann, 6 minutes ago: The mill grinds on.
bob< To read one, type: mail NUMBER
