# Of two who say opposite things the one more trusted comes first in what is remembered, and the other is
# not hidden; the record says how far each was trusted.
staff wiz in town/inn
player bob in town/square
player cyd in town/square
player dan in town/square
assistant ann in town/square
bob> get pear
bob> give pear to ann
cyd> say ann, bob gave you a pear
ann! store_memory {"content": "Bob gave Ann a pear.", "importance": 5, "about": "bob"}
ann! say {"text": "So he did."}
dan> say ann, bob never gave you a pear
ann! store_memory {"content": "Bob never gave Ann a pear.", "importance": 5, "about": "bob"}
ann! say {"text": "I saw it otherwise."}
cyd> say ann, the old well behind the mill is clean
ann! say {"text": "Good to know."}
dan> say ann, the old well behind the mill is foul
ann! say {"text": "You say so."}
bob> say ann, what of the old well behind the mill?
ann! say {"text": "Clean, as Cyd has it."}
wiz> why ann
wiz<...
wiz<* *comes to mind: note 6 *clean* (trust 82 %), note 8 *foul* (trust 58 %)*
