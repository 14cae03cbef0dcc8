# A model that only makes calls which are dropped is stopped, and the script answers; `why` names what
# dropped them.
staff wiz in town/inn
player bob in town/square
assistant ann in town/square
  excuse I lost my thread.
bob> say ann, where is the mill?
ann! recall_memories {"query": "the old mill"}
ann! recall_memories {"query": "old mill the"}
ann! recall_memories {"query": "mill, the old"}
bob< You ask, "ann, where is the mill?"
bob< Ann says, "I lost my thread."
wiz> why ann
wiz<...
wiz<*   * ends: terminal_tool (the model's own: parse_error) after 3 of 5 questions, * dropped: same search, same search, * ms
