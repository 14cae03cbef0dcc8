# Words of one's own stand for lines, over a restart too, and hide nothing.
machine only
player bob in town/square
player carol in town/inn
bob> alias hi = say Good morning, %1!
bob< hi stands for: say Good morning, %1!
bob> alias n = north
bob< "n" means something already, so please choose another word.
bob> hi Carol
bob< You say, "Good morning, Carol!"
bob> !
bob< You say, "Good morning, Carol!"
bob> alias
bob< Your words
bob<   hi stands for: say Good morning, %1!
restart
bob> hi everybody
bob< You say, "Good morning, everybody!"
bob> unalias hi
bob< "hi" stands for nothing now.
bob> hi
bob< "hi" could be hint or hist. Please type a little more of it.
carol<-
