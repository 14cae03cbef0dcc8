# Nobody vouches for what they may not read, and nobody learns by trying whether there is such a memory.
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
bob> whisper ann = Cyd stole the bell of the tower last night
ann! whisper {"to": "bob", "text": "Did she?"} & store_memory {"content": "Cyd stole the bell of the tower.", "importance": 7}
bob<...
bob< Ann whispers to you, "Did she?"
wiz> endorse ann 0
wiz< Ann has no memory number 0. The numbers: why Ann
wiz> endorse ann 2
wiz< Ann has no memory number 2. The numbers: why Ann
wiz> endorse ann 99
wiz< Ann has no memory number 99. The numbers: why Ann
