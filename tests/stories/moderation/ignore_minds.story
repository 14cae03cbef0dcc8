# Whoever is ignored is still there: for Ann nothing changes, and she can be ignored too.
player bob in town/square
player carol in town/square
assistant ann in town/square
bob> ignore carol
bob< You no longer hear what Carol says. To hear it again, type: ignore carol off
# With Bob in the room Ann is not alone with Carol, so she does not answer.
carol> say I like it here.
carol< You say, "I like it here."
bob<-
carol> say to ann hello
ann! say {"text": "Good day, Carol."}
carol< You say to Ann, "hello"
carol< Ann says to you, "Good day, Carol."
ann= terminal_tool
bob> ignore ann
bob< You no longer hear what Ann says. To hear it again, type: ignore ann off
carol> say to ann hello again
ann! say {"text": "And good day again."}
carol< You say to Ann, "hello again"
carol< Ann says, "And good day again."
bob<-
ann= terminal_tool
bob> get pear
bob< You take a pear.
carol> say to ann page him
ann! page {"to": "bob", "text": "Come here."}
ann! say {"text": "He does not listen."}
carol< Bob takes a pear.
carol< You say to Ann, "page him"
carol< Ann says, "He does not listen."
bob<-
