# A page from another room: who is with her is nobody's business there.
world content
machine only
hour 12
player ann in town/square
player bob in town/inn
wait 10s
ann> page mara Is Bob with you?
mara! page {"to": "Ann", "text": "Come and see."}
mara? lacks ""here":"
ann<...
ann<* Mara pages you*Come and see*
