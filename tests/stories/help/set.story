# Settings: each is shown, changed, and refused with a reason.
over sockets
player bob in town/square
bob> set
bob< Your settings
bob<   width auto
bob<   colour on
bob<   brief off
bob<   reader off
bob<   utf8 on
bob<   keepalive on
bob<   mccp auto
bob<   sound off
bob<   models not asked yet
bob<   rumours on
bob<   ambience off
bob<   listed off
bob> set width 40
bob< Lines now wrap at 40 columns.
bob> help set
bob< Set, page 1 of 2
bob< Change how the game looks to you.
bob< How to type it:
bob<   set
bob<   set width COLUMNS (20 to 500, or auto)
bob<   set colour on (or off)
bob<   set brief on (or off)
bob<   set reader on (or off)
bob<   set utf8 on (or off)
bob<   set keepalive on (or off)
bob<   set mccp on (or off, or auto)
bob<   set sound on (or off)
bob<   set models on (or off)
bob<   set ambience on (or off)
bob<   set rumours on (or off)
bob<   set listed on (or off)
bob< Also: settings, brief, colour and color
bob< Example: set width 72
bob< For the next page, type help set 2.
bob> help set 2
bob< Set, page 2 of 2
bob< width is where lines are wrapped; auto
bob< follows your window. colour turns
bob< colours on or off. brief leaves out
bob< descriptions of rooms you walk into.
bob< reader is for screen readers: no
bob< colours, no repeated prompt. utf8 off
bob< spells every letter in plain ones, for
bob< old clients. keepalive off leaves out
bob< the silent byte that keeps a quiet
bob< connection open. mccp compresses what
bob< you receive; auto leaves that to your
bob< client. sound lets your client play
bob< sounds, if it can and the game has any.
bob< models off keeps what you say from
bob< language models on other machines.
bob< ambience off leaves out what happens
bob< around you by itself. rumours off keeps
bob< the town's own people from telling
bob< others what they see you do; to have
bob< them forget what they know, type: forget
bob< me. listed on has the game's page for
bob< browsers name you to everybody while you
bob< are here. set alone shows your settings;
bob< brief and colour alone turn those on or
bob< off.
bob< This was the last page.
bob> set width 7
bob< The width can be 20 to 500 columns, or
bob<   auto.
bob> set width auto
bob< Lines now wrap at the width of your window.
bob> set brief on
bob< Short views of rooms are now on.
bob> north
bob< The Inn
bob< Exits: south, up, east (shut: the cellar door).
bob> set colour off
bob< Colours are now off.
bob> set reader on
bob< Screen reader mode is now on.
bob> set volume 11
bob< Please type it like this: set, or: set width COLUMNS (20 to 500, or auto), or: set colour on (or off), or: set brief on (or off), or: set reader on (or off), or: set utf8 on (or off), or: set keepalive on (or off), or: set mccp on (or off, or auto), or: set sound on (or off), or: set models on (or off), or: set ambience on (or off), or: set rumours on (or off), or: set listed on (or off)
bob> set brief perhaps
bob< Please say on or off, as in: set brief on
