//! Table of handling verbs with their properties.

use text::styled::list;

/// Effect of a verb typed without a noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BareVerb {
    /// Asks for a noun.
    Ask,
    /// Describes the sound of the room.
    Hear,
    /// Describes the smell of the room.
    Smell,
    /// Applies to the door of the room; asks which if there are several.
    Door,
    /// Goes up or down, if only one of these exits exists.
    Climb,
}

/// Effect of a verb on a door.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtDoor {
    /// No special effect on doors.
    Nothing,
    Open,
    Close,
    Knock,
    /// Tries the door, unless an effect is authored.
    Try,
}

/// Handling verb and its properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandlingVerb {
    pub name: &'static str,
    /// Aliases of the verb.
    pub aliases: &'static [&'static str],
    /// Syntax shown to players.
    pub form: &'static str,
    /// Third-person form seen by others, placed before an item's name: "knocks on".
    pub they: &'static str,
    /// Message to the actor if no effect is authored; `{it}` is the item.
    pub nothing: &'static str,
    /// Effect without a noun.
    pub bare: BareVerb,
    /// Effect on a door.
    pub door: AtDoor,
}

/// Default verb for struct update: asks for a noun and has no effect on doors.
const PLAIN: HandlingVerb = HandlingVerb {
    name: "",
    aliases: &[],
    form: "",
    they: "",
    nothing: "",
    bare: BareVerb::Ask,
    door: AtDoor::Nothing,
};

/// Verb `play`, for instruments. The command of this name also switches characters.
pub const PLAY: HandlingVerb = HandlingVerb {
    name: "play",
    form: "play THING",
    they: "plays",
    nothing: "You look for a tune in {it}, and find none.",
    ..PLAIN
};

/// Table of all handling verbs, in the order of messages that list them.
pub static VERBS: [HandlingVerb; 14] = [
    HandlingVerb {
        name: "listen",
        aliases: &["hear"],
        form: "listen to THING",
        they: "listens to",
        nothing: "You listen to {it}, and hear nothing in particular.",
        bare: BareVerb::Hear,
        ..PLAIN
    },
    HandlingVerb {
        name: "smell",
        form: "smell THING",
        they: "smells",
        nothing: "You smell {it}, and notice nothing in particular.",
        bare: BareVerb::Smell,
        ..PLAIN
    },
    HandlingVerb {
        name: "touch",
        aliases: &["feel"],
        form: "touch THING",
        they: "touches",
        nothing: "You touch {it}, and nothing about that surprises you.",
        ..PLAIN
    },
    HandlingVerb {
        name: "taste",
        form: "taste THING",
        they: "tastes",
        nothing: "You taste {it}, and are none the wiser. To eat or drink something you carry, \
                  type: eat THING, or: drink THING",
        ..PLAIN
    },
    HandlingVerb {
        name: "ring",
        aliases: &["toll"],
        form: "ring THING",
        they: "rings",
        nothing: "You try to ring {it}, and nothing sounds.",
        ..PLAIN
    },
    HandlingVerb {
        name: "blow",
        form: "blow THING",
        they: "blows",
        nothing: "You blow at {it}, and nothing comes of it.",
        ..PLAIN
    },
    PLAY,
    HandlingVerb {
        name: "push",
        aliases: &["press", "shove"],
        form: "push THING",
        they: "pushes",
        nothing: "You push {it}, and nothing gives.",
        door: AtDoor::Try,
        ..PLAIN
    },
    HandlingVerb {
        name: "pull",
        aliases: &["tug", "draw"],
        form: "pull THING",
        they: "pulls at",
        nothing: "You pull at {it}, and nothing gives.",
        door: AtDoor::Try,
        ..PLAIN
    },
    HandlingVerb {
        name: "turn",
        aliases: &["twist"],
        form: "turn THING",
        they: "turns",
        nothing: "You try to turn {it}, and nothing turns.",
        ..PLAIN
    },
    HandlingVerb {
        name: "climb",
        form: "climb THING",
        they: "climbs",
        nothing: "You think about climbing {it}, and stay on the ground.",
        bare: BareVerb::Climb,
        ..PLAIN
    },
    HandlingVerb {
        name: "open",
        form: "open DOOR",
        they: "opens",
        nothing: "There is nothing to open about {it}.",
        bare: BareVerb::Door,
        door: AtDoor::Open,
        ..PLAIN
    },
    HandlingVerb {
        name: "close",
        aliases: &["shut"],
        form: "close DOOR",
        they: "closes",
        nothing: "There is nothing to close about {it}.",
        bare: BareVerb::Door,
        door: AtDoor::Close,
    },
    HandlingVerb {
        name: "knock",
        form: "knock on THING",
        they: "knocks on",
        nothing: "You knock on {it}, and nobody answers.",
        bare: BareVerb::Door,
        door: AtDoor::Knock,
        ..PLAIN
    },
];

impl HandlingVerb {
    /// Finds the verb with this name or alias, given in lower case.
    #[must_use]
    pub fn find(word: &str) -> Option<&'static Self> {
        VERBS.iter().find(|it| it.words().any(|name| name == word))
    }

    /// Iterates over the name and the aliases of the verb.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// Returns the names of all verbs as a list for a sentence.
pub(crate) fn names() -> String {
    list(&VERBS.iter().map(|it| it.name).collect::<Vec<_>>())
}
