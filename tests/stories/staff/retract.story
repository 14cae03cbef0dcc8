# A lie that went round is taken back everywhere: lines, what was made of them, and what was told on; the
# audit says who did it.
staff wiz in town/inn
player bob in town/square
player cyd in town/square
assistant ann in town/square
assistant dan in town/square
bob> say ann, Cyd stole the bell of the tower last night
ann! say {"text": "Did she?"} & store_memory {"content": "Cyd is a thief, they say.", "importance": 7, "about": "cyd"}
bob<...
bob> say dan, I tell you that cyd stole the bell of the tower, believe me
dan! say {"text": "I do not."}
bob<...
wiz> retract stole bell
wiz< So few words stand in too much that is harmless. Give three or more, as they were said: retract bob stole the bell
wiz> retract Cyd stole the bell
wiz< Asking everybody what they remember of it …
wiz< Memories taken back: Ann 2 and Dan 1. Which they were: why NAME.
cyd> say ann, who stole the bell?
ann! recall_memories {"query": "who stole the bell of the tower"}
ann! say {"text": "I could not say."}
cyd<...
cyd< Ann says, "I could not say."
ann? lacks "Cyd stole"
ann? lacks "thief"
wiz> retract Cyd stole the bell
wiz<...
wiz< Nobody remembers anything of that.
wiz> why ann
wiz<...
wiz<* *the staff took back notes 0 and 2*
wiz> audit
wiz<...
wiz<* *retract Cyd stole the bell*
bob> retract Cyd stole the bell
bob<* *
