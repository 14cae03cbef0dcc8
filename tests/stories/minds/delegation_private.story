# What is said where not everybody hears it is asked of nobody: in a private room, or by page.
machine only
world content
no gambits
no meetings
player bob in town/snug
assistant ann in town/snug scripted
  delegation (asks: [(whom: "kitchen")])
  moment asks-another: I shall ask {one}.
  moment cannot-ask: Not now: {because}.
assistant eve in town/inn scripted
  delegation (tags: ["kitchen"])
  topic breakfast: Breakfast is at seven.
bob> say ann, ask eve when breakfast is
bob< You say, "ann, ask eve when breakfast is"
bob< Ann says, "Not now: what is said in private stays there."
bob> page ann = ask eve when breakfast is
bob< You page Ann, "ask eve when breakfast is"
bob< Ann pages you, "Not now: what is said in private stays there."
wait 10s
bob<-
