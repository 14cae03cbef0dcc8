# What people type who come from other games gets one sentence, or means a command.
world content
player bob in river/quay
bob> kill magpie
bob< There is no fighting here. People settle things with words: say, whisper, or help talking.
bob> hello there
bob< You say, "hello there"
bob> help save
bob< Save
bob< All is saved always: whatever you read has been kept. To leave, type: quit
bob> help logoff
bob< Logoff
bob< Here that means: quit
