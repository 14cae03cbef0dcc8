# Who talks very fast on a channel is asked to wait, and may go on elsewhere.
machine only
player bob in town/square
guest dan in town/square
together
bob> chat one
bob> chat two
bob> chat three
bob> chat four
bob> chat five
bob> chat six
bob> chat seven
bob> chat eight
bob> chat nine
bob> chat ten
bob> chat eleven
dan> chat one
dan> chat two
dan> chat three
dan> chat four
dan> chat five
end
bob<...
bob< [chat] You say: ten
bob< Give the others a moment to read: you can speak on chat again in 1 second.
bob<...
bob<* [chat] Guest-*: four
dan<...
dan< [chat] You say: four
dan< Give the others a moment to read: you can speak on chat again in 3 seconds.
bob> say I can still talk.
bob< You say, "I can still talk."
wait 1s
bob> chat eleven
bob< [chat] You say: eleven
dan<* Bob says, "I can still talk."
dan<* [chat] Bob: eleven
