//! Table of the imports between rooms of a crate. A room is a name under `src`: `place.rs` and the
//! files of `place/` are the room `place`.

/// A room, and the rooms that it imports.
type Room = (&'static str, &'static [&'static str]);

/// The rooms of every crate.
pub(super) const ROOMS: [(&str, &[Room]); 4] =
    [("world", WORLD), ("assistants", ASSISTANTS), ("server", SERVER), ("tests", TESTS)];

#[rustfmt::skip]
const WORLD: &[Room] = &[
    ("act", &["beings", "witness"]),
    ("beings", &["act", "space", "talk", "things", "trade", "witness"]),
    ("content", &["act", "beings", "space", "talk", "things", "trade", "witness"]),
    ("fixture", &["act", "beings", "content", "input", "lib", "witness"]),
    ("input", &["act", "beings", "things", "witness"]),
    ("lib", &["act", "beings", "input", "space", "staff", "talk", "things", "trade", "witness"]),
    ("space", &["act", "beings", "witness"]),
    ("staff", &["act", "beings", "space", "talk", "witness"]),
    ("talk", &["act", "beings", "space", "trade", "witness"]),
    ("things", &["act", "beings", "space", "trade", "witness"]),
    ("trade", &["act", "beings", "space", "things", "witness"]),
    ("witness", &["act", "beings", "space", "things", "trade"]),
];

#[rustfmt::skip]
const ASSISTANTS: &[Room] = &[
    ("gate", &["llm", "mind", "services", "turn"]),
    ("lib", &["gate", "mind", "perceive", "privacy", "record", "services", "staff", "think"]),
    ("llm", &["mind", "nlu", "perceive", "persona", "turn"]),
    ("mind", &["gate", "llm", "memory", "perceive", "persona", "record", "services", "tools", "turn"]),
    ("perceive", &["gate", "llm", "memory", "mind", "nlu", "persona", "record"]),
    ("persona", &["memory", "mind", "nlu", "perceive", "services", "turn"]),
    ("privacy", &["gate", "llm", "memory", "mind", "perceive", "persona", "record", "services", "think"]),
    ("prompt", &["llm", "memory", "perceive", "persona", "tools", "turn"]),
    ("record", &["gate", "llm", "mind", "nlu", "perceive", "services", "tools", "turn"]),
    ("services", &["llm"]),
    ("staff", &["gate", "llm", "mind", "perceive", "privacy", "record", "think", "turn"]),
    ("think", &["gate", "llm", "memory", "mind", "nlu", "perceive", "persona", "privacy", "prompt", "record", "services", "tools", "turn"]),
    ("tools", &["llm", "memory", "nlu", "persona", "services", "turn"]),
    ("turn", &["llm", "memory", "services"]),
];

#[rustfmt::skip]
const SERVER: &[Room] = &[
    ("account", &["clock", "contract", "listener", "setup"]),
    ("contract", &["render", "setup"]),
    ("game", &["account", "clock", "contract", "listener", "operate", "record", "screen", "setup"]),
    ("listener", &["clock", "operate"]),
    ("main", &["listener", "operate", "run", "sandbox", "setup"]),
    ("operate", &["account", "clock", "contract", "game", "listener", "record", "session", "setup", "web"]),
    ("record", &["clock"]),
    ("run", &["account", "clock", "game", "listener", "operate", "record", "session", "setup", "web"]),
    ("sandbox", &["account", "clock", "game", "operate", "render", "run", "screen", "setup"]),
    ("screen", &["contract", "render"]),
    ("session", &["account", "clock", "contract", "listener", "operate", "record", "render", "web"]),
    ("setup", &["account", "listener", "operate", "record", "screen", "web"]),
    ("web", &["clock", "contract", "listener", "operate", "record", "render", "session"]),
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
