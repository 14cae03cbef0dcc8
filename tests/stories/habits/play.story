# Who plays what is here plays on it; else play means another of one's characters.
world content
player bob in river/steps
player carol in river/steps
bob> get whistle
bob< You take a willow whistle.
carol< Bob takes a willow whistle.
bob> play whistle
bob< You blow. One note, a little flat, goes out over everything.
carol< Bob blows a willow whistle: one note, a little flat.
bob> play post
bob< You look for a tune in the post, and find none.
bob> play bob
bob< You are Bob already.
bob> play carol
bob< You have no character called "carol". To see yours, type: characters
carol<-
