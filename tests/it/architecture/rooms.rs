//! Which rooms of a crate import which others of it. A room is a name under
//! `src`: `place.rs` and the files of `place/` are the room `place`.

/// A room, and the rooms that it imports.
type Room = (&'static str, &'static [&'static str]);

/// The rooms of every crate.
pub(super) const ROOMS: [(&str, &[Room]); 4] =
    [("world", WORLD), ("assistants", ASSISTANTS), ("server", SERVER), ("tests", TESTS)];

#[rustfmt::skip]
const WORLD: &[Room] = &[
    ("act", &["beings", "engine", "save", "witness", "words"]),
    ("beings", &["act", "engine", "save", "space", "talk", "things", "trade", "witness", "words"]),
    ("content", &["act", "beings", "engine", "space", "talk", "things", "trade", "witness", "words"]),
    ("fixture", &["act", "beings", "content", "engine", "input", "lib", "save", "trade", "witness", "words"]),
    ("input", &["act", "beings", "engine", "save", "things", "witness", "words"]),
    ("lib", &["act", "beings", "engine", "input", "save", "space", "staff", "talk", "things", "trade", "witness"]),
    ("save", &["engine"]),
    ("space", &["act", "beings", "engine", "save", "witness", "words"]),
    ("staff", &["act", "beings", "engine", "save", "space", "talk", "witness", "words"]),
    ("talk", &["act", "beings", "engine", "save", "space", "trade", "witness", "words"]),
    ("things", &["act", "beings", "engine", "save", "space", "trade", "witness", "words"]),
    ("trade", &["act", "beings", "engine", "save", "space", "things", "witness", "words"]),
    ("witness", &["act", "beings", "engine", "save", "space", "things", "trade", "words"]),
    ("words", &["engine"]),
];

#[rustfmt::skip]
const ASSISTANTS: &[Room] = &[
    ("gate", &["llm", "mind", "turn"]),
    ("kept", &["llm", "memory", "mind", "perceive", "persona", "record", "think"]),
    ("lib", &["gate", "kept", "mind", "perceive", "record", "staff", "think"]),
    ("llm", &["meaning", "persona"]),
    ("mind", &["gate", "llm", "memory", "perceive", "persona", "prompt", "record", "tools", "turn"]),
    ("perceive", &["gate", "llm", "memory", "mind", "persona", "record"]),
    ("persona", &["meaning"]),
    ("prompt", &["gate", "llm", "memory", "perceive", "persona", "tools", "turn"]),
    ("record", &["gate", "llm", "tools", "turn"]),
    ("staff", &["gate", "llm", "mind", "perceive", "record", "think", "turn"]),
    ("think", &["gate", "kept", "llm", "meaning", "memory", "mind", "perceive", "persona", "prompt", "record", "tools", "turn"]),
    ("tools", &["llm", "meaning", "memory", "persona", "turn"]),
    ("turn", &["llm", "memory"]),
];

#[rustfmt::skip]
const SERVER: &[Room] = &[
    ("account", &["clock", "contract", "door", "setup", "store"]),
    ("contract", &["render", "setup", "wire"]),
    ("door", &["clock", "operate", "store", "wire"]),
    ("game", &["account", "clock", "contract", "door", "operate", "screen", "setup", "store"]),
    ("main", &["door", "operate", "run", "sandbox", "setup"]),
    ("operate", &["account", "clock", "contract", "door", "game", "session", "setup", "store", "wire"]),
    ("render", &["wire"]),
    ("run", &["account", "clock", "door", "game", "operate", "session", "setup", "store"]),
    ("sandbox", &["account", "clock", "game", "operate", "render", "run", "screen", "setup"]),
    ("screen", &["contract", "render", "wire"]),
    ("session", &["account", "clock", "contract", "door", "operate", "render", "store", "wire"]),
    ("setup", &["account", "door", "operate", "screen", "store"]),
    ("store", &["clock"]),
];

#[rustfmt::skip]
const TESTS: &[Room] = &[
    ("attack", &["brain", "cast", "lib", "machine", "play", "story"]),
    ("bare", &["cast", "content", "lib"]),
    ("brain", &["lib"]),
    ("cast", &["content", "lib"]),
    ("client", &["lib"]),
    ("content", &["lib"]),
    ("day", &["bare", "lib"]),
    ("host", &["cast", "client", "content", "lib"]),
    ("imports", &["lib"]),
    ("machine", &["brain", "cast", "client", "content", "host", "lib", "play", "story"]),
    ("online", &["brain", "cast", "client", "content", "host", "lib", "play", "story"]),
    ("play", &["brain", "lib", "story"]),
    ("program", &["cast", "client", "lib"]),
    ("story", &["brain", "cast", "lib"]),
];
