//! The verbs of hands and senses: one row says all that is special about each.

use text::styled::list;

/// What a verb does where no noun was typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BareVerb {
    /// Nothing; it asks what is meant.
    Ask,
    /// It tells what one hears in the room.
    Hear,
    /// It tells what one smells in the room.
    Smell,
    /// It means the door, where there is one.
    Door,
    /// It goes up or down, where only one of them is possible.
    Climb,
}

/// What a verb means at a door.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtDoor {
    /// What it means anywhere.
    Nothing,
    Open,
    Close,
    Knock,
    /// To try the door, unless the builder wrote what comes of it.
    Try,
}

/// Something that one does with hands or senses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandlingVerb {
    pub name: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// How it is typed.
    pub form: &'static str,
    /// What others see somebody do: "knocks on", before a thing's name.
    pub they: &'static str,
    /// What the actor reads of a thing of which the builder wrote nothing; `{it}` is the thing.
    pub nothing: &'static str,
    /// What it does alone.
    pub bare: BareVerb,
    /// What it does at a door.
    pub door: AtDoor,
}

/// A verb that asks what is meant, and knows nothing of doors.
const PLAIN: HandlingVerb = HandlingVerb {
    name: "",
    aliases: &[],
    form: "",
    they: "",
    nothing: "",
    bare: BareVerb::Ask,
    door: AtDoor::Nothing,
};

/// Playing an instrument. The command of this name also changes characters.
pub const PLAY: HandlingVerb = HandlingVerb {
    name: "play",
    form: "play THING",
    they: "plays",
    nothing: "You look for a tune in {it}, and find none.",
    ..PLAIN
};

/// All of them, in the order in which messages list them.
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
    /// The verb with this name or alias, in small letters.
    #[must_use]
    pub fn find(word: &str) -> Option<&'static Self> {
        VERBS.iter().find(|it| it.words().any(|name| name == word))
    }

    /// Its name and its aliases.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// The names of all, as a sentence lists them.
pub(crate) fn names() -> String {
    list(&VERBS.iter().map(|it| it.name).collect::<Vec<_>>())
}
