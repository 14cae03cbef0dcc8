# The news are what the builders wrote down; where they wrote nothing there are none.
player bob in town/square
bob> news
bob< There is no news.
bob> changes 2
bob< There is no news.
bob> news of the town
bob< Please type it like this: news, or: news PAGE
