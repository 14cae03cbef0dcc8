# What people say of themselves, and what everybody may know of somebody.
machine only
player bob in town/square
player carol in town/square
guest eve in town/square
bob> title keeper of spoons
bob< From now on you are Bob, keeper of spoons.
bob> describe A tall man with a tin whistle.
bob< Whoever looks at you reads that now.
carol> look at bob
carol< Bob, keeper of spoons
carol< A tall man with a tin whistle.
carol> whois bob
carol< Bob, keeper of spoons
carol< A tall man with a tin whistle.
carol< Awake, here for less than a minute.
carol> who
carol< Awake
carol<   Stagehand, here for less than a minute
carol<   Bob, keeper of spoons, here for less than a minute
carol<   Carol, here for less than a minute
carol<   Guest-1 (guest), here for less than a minute
carol< 4 players are awake.
bob> afk Making tea.
bob< You are away now, until you type something else.
carol> page bob Are you there?
carol< You page Bob, "Are you there?"
carol< Bob is away from the keyboard: Making tea.
bob< Carol pages you, "Are you there?"
carol> page bob Hello?
carol< You page Bob, "Hello?"
bob< Carol pages you, "Hello?"
carol> who
carol< Awake
carol<   Stagehand, here for less than a minute
carol<   Bob, keeper of spoons (away: Making tea), here for less than a minute
carol<   Carol, here for less than a minute
carol<   Guest-1 (guest), here for less than a minute
carol< 4 players are awake.
bob> page carol Back!
bob< You are back.
bob< You page Carol, "Back!"
carol< Bob pages you, "Back!"
# Who ignores somebody reads nothing of what they say of themselves.
carol> ignore bob
carol< You no longer hear what Bob says. To hear it again, type: ignore bob off
carol> look at bob
carol< Bob
carol< You ignore them, so you do not read what they say of themselves.
carol> whois bob
carol< Bob
carol< Awake, here for less than a minute.
carol> who
carol< Awake
carol<   Stagehand, here for less than a minute
carol<   Bob, here for less than a minute
carol<   Carol, here for less than a minute
carol<   Guest-1 (guest), here for less than a minute
carol< 4 players are awake.
bob> quit
bob< All is saved. Sleep well; we are glad whenever you come back.
carol< Bob falls asleep and is gone.
wait 7200s
carol> last
carol< Who fell asleep last
carol<   Bob, 2 h 00 min ago
carol> finger BOB
carol< Bob
carol< Asleep for 2 h 00 min.
carol> unignore bob
carol< You no longer ignore Bob.
carol> whois bob
carol< Bob, keeper of spoons
carol< Asleep for 2 h 00 min.
carol> whois zoe
carol< Nobody called "zoe" is known here.
carol> whois me
carol< Carol
carol< Carol looks like anybody.
carol< Awake, here for 2 h 00 min.
carol> whois eve
carol< Nobody called "eve" is known here.
back bob
bob> title clear
bob< From now on you are Bob.
bob> describe clear
bob< You take back how you described yourself.
carol> look at bob
carol< Bob wakes up and looks around.
carol< Bob
carol< Bob looks around with open eyes.
eve< Bob falls asleep and is gone.
eve< Bob wakes up and looks around.
# What they say lasts.
bob> title friend of all
bob< From now on you are Bob, friend of all.
restart
carol> whois bob
carol< Bob, friend of all
carol< Awake, here for less than a minute.
bob> brief
bob< Short views of rooms are now on.
bob> colour
bob< Colours are now off.
bob> color on
bob< Colours are now on.
bob<-
