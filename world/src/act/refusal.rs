//! The world says no, as a value.

use std::time::Duration;

use engine::id::ChannelId;
use text::parse::Direction;

/// Whether it was done.
pub type Outcome = Result<(), Refusal>;

/// The world says no: an answer to the actor, not a fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// No such command.
    #[error("There is no command \"{verb}\".{}", .near.as_ref().map_or_else(
        || format!(" To say it aloud, type: say {line}"), |near| format!(" Did you mean {near}?")))]
    Unknown {
        /// What was typed.
        verb: String,
        /// Commands that look like it.
        near: Option<String>,
        /// The whole line.
        line: String,
    },
    /// No command, but words as one says them.
    #[error("To say that to everybody here, type: say {line}")]
    Speech {
        /// The whole line.
        line: String,
    },
    /// A command for those of whom something is kept.
    #[error(
        "\"{verb}\" needs a name of your own, for of a guest nothing is kept. To get one, type \
        quit, connect again, and then type: create NAME"
    )]
    Guest {
        /// What was typed.
        verb: String,
    },
    /// The beginning of several commands.
    #[error("\"{verb}\" could be {options}. Please type a little more of it.")]
    Short {
        /// What was typed.
        verb: String,
        /// What it could mean.
        options: String,
    },
    /// Known, but not like this.
    #[error("Please type it like this: {}", .0.replace('\n', ", or: "))]
    Usage(&'static str),
    /// Not with these rights.
    #[error("You are not allowed to do that.")]
    NotAllowed,
    /// Nothing there by that name.
    #[error("You see no \"{noun}\" here.{}", did_you_mean(.near.as_deref()))]
    NotHere {
        /// What was typed.
        noun: String,
        /// What is called nearly so.
        near: Option<String>,
    },
    #[error("You carry no \"{noun}\".{}", did_you_mean(.near.as_deref()))]
    NotCarried {
        /// What was typed.
        noun: String,
        /// What is called nearly so.
        near: Option<String>,
    },
    /// Several things by that name.
    #[error("Which {noun} do you mean: {options}?")]
    Which {
        /// What was typed.
        noun: String,
        /// What it could mean.
        options: String,
    },
    /// Nobody by that name.
    #[error("Nobody called \"{name}\" is {place}.")]
    Nobody {
        /// What was typed.
        name: String,
        /// Where was looked.
        place: &'static str,
    },
    /// No exit there.
    #[error("There is no way {0} from here.")]
    NoWay(Direction),
    /// The actor is in no room.
    #[error("You are nowhere in particular just now.")]
    Nowhere,
    /// Somebody there may not learn what the words were made from.
    #[error("You hold your tongue: that is not for {by} to hear.")]
    Overheard { by: String },
    /// The one whom private words are for ignores the actor.
    #[error("{by} does not want to hear from you, so nobody hears that.")]
    Ignored { by: String },
    /// The actor talks faster than one may.
    #[error(
        "Give the others a moment to read: you can speak{} again in {}.",
        .on.as_ref().map_or_else(String::new, |channel| format!(" on {channel}")),
        in_seconds(*.wait)
    )]
    Hasty {
        /// On which channel; none for all other talk.
        on: Option<ChannelId>,
        /// How long it is until then.
        wait: Duration,
    },
    /// Nothing can be saved at the moment.
    #[error(
        "Nothing can be saved just now, so that has to wait. You can talk, look and walk meanwhile; please try again in a moment."
    )]
    ReadOnly,
    /// A fault in the command itself, before it changed anything that is saved.
    #[error(
        "Something went wrong in \"{verb}\" (#{fault:04x}). Nothing that is saved was changed by it; please tell the staff that number."
    )]
    Broken {
        /// Which command, or what was read as one.
        verb: &'static str,
        /// The number under which the log has more.
        fault: u64,
    },
    /// Anything else, in words.
    #[error("{0}")]
    Because(String),
}

/// A question behind a sentence, where there is something to ask.
fn did_you_mean(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!(" Did you mean {near}?"))
}

/// A time in whole seconds, never less than it is.
fn in_seconds(span: Duration) -> String {
    match span.as_millis().div_ceil(1_000) {
        0 | 1 => "1 second".to_owned(),
        seconds => format!("{seconds} seconds"),
    }
}

impl Refusal {
    /// A refusal in words.
    #[must_use]
    pub fn because(words: impl Into<String>) -> Self {
        Self::Because(words.into())
    }

    /// Somebody of this name is not here, and can be reached.
    #[must_use]
    pub fn not_here(name: &str) -> Self {
        Self::Because(format!(
            "{name} is not here. To reach {name} anywhere, type: page {name} TEXT"
        ))
    }
}
