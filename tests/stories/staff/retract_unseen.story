# What the staff took back of words that only few may know is told to those few: others of the staff read
# neither which memories there were nor how many.
machine only
world attacks
player bob in keep/snug
staff sue in keep/snug
staff wes in keep/hall
assistant ann in keep/snug
bob> say to ann Cyd stole the bell
ann! say {"text": "Did she?"} & store_memory {"content": "Cyd stole the bell.", "importance": 7}
bob<...
sue> retract cyd stole the bell
sue<...
sue<* Memories taken back: Ann *
wes> why ann
wes< Heard, and passed over
wes<* *the staff took back what ann, Bob and sue may know
wes<...
wes<* *keeps in mind: (19 characters, for ann, Bob and sue)
wes<...
wes<* *ends: *
sue> why ann
sue< Heard, and passed over
sue<* *the staff took back notes 0 and 2
sue<...
sue<* *keeps in mind as note 2: "Cyd stole the bell."
sue<...
sue<* *ends: *
