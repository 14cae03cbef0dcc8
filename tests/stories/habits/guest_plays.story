# A guest, who has no other character, can play on things as everybody can.
over sockets
world content
guest dan in town/square
dan> play fountain
dan< You look for a tune in the fountain, and find none.
dan> play whistle
dan< You have no account, so there is nobody else whom you could play.
