//! Refusals of commands, as values. `act/line.rs` lists in which order a line is rewritten, resolved and
//! refused.

use std::time::Duration;

use engine::id::ChannelId;
use text::parse::Direction;

/// Result of a command: success, or a refusal.
pub type Outcome = Result<(), Refusal>;

/// Refusal: a negative answer to the actor, not a fault of the server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Unknown command name.
    #[error("There is no command \"{verb}\".{}", .near.as_ref().map_or_else(
        || format!(" To say it aloud, type: say {line}"), |near| format!(" Did you mean {near}?")))]
    Unknown {
        /// Verb as typed.
        verb: String,
        /// Similar commands, for a suggestion.
        near: Option<String>,
        /// Line as typed.
        line: String,
    },
    /// Line that is no command, but reads like speech.
    #[error("To say that to everybody here, type: say {line}")]
    Speech {
        /// Line as typed.
        line: String,
    },
    /// Command that a guest may not use, because it needs an account.
    #[error(
        "\"{verb}\" needs a name of your own, for of a guest nothing is kept. To get one, type \
        quit, connect again, and then type: create NAME (on the page: \"I would like a name of my own\")"
    )]
    Guest {
        /// Verb as typed.
        verb: String,
    },
    /// Ambiguous prefix of several commands.
    #[error("\"{verb}\" could be {options}. Please type a little more of it.")]
    Short {
        /// Verb as typed.
        verb: String,
        /// Possible commands, in words.
        options: String,
    },
    /// Known command with wrong arguments; holds its usage.
    #[error("Please type it like this: {}", .0.replace('\n', ", or: "))]
    Usage(&'static str),
    /// Insufficient role.
    #[error("You are not allowed to do that.")]
    NotAllowed,
    /// No thing of that name in sight.
    #[error("You see no \"{noun}\" here.{}", did_you_mean(.near.as_deref()))]
    NotHere {
        /// Noun as typed.
        noun: String,
        /// Similar names, for a suggestion.
        near: Option<String>,
    },
    #[error("You carry no \"{noun}\".{}", did_you_mean(.near.as_deref()))]
    NotCarried {
        /// Noun as typed.
        noun: String,
        /// Similar names, for a suggestion.
        near: Option<String>,
    },
    /// Ambiguous noun.
    #[error("Which {noun} do you mean: {options}?")]
    Which {
        /// Noun as typed.
        noun: String,
        /// Possible things, in words.
        options: String,
    },
    /// No character of that name in range.
    #[error("Nobody called \"{name}\" is {place}.")]
    Nobody {
        /// Name as typed.
        name: String,
        /// Range of the search, in words.
        place: &'static str,
    },
    /// No exit in that direction.
    #[error("There is no way {0} from here.")]
    NoWay(Direction),
    /// Actor without a room.
    #[error("You are nowhere in particular just now.")]
    Nowhere,
    /// Listener who is no permitted reader of the sources of the words.
    #[error("You hold your tongue: that is not for {by} to hear.")]
    Overheard { by: String },
    /// Recipient of a private message who ignores the actor.
    #[error("{by} does not want to hear from you, so nobody hears that.")]
    Ignored { by: String },
    /// Rate limit of speech exceeded.
    #[error(
        "Give the others a moment to read: you can speak{} again in {}.",
        .on.as_ref().map_or_else(String::new, |channel| format!(" on {channel}")),
        in_seconds(*.wait)
    )]
    Hasty {
        /// Channel of the limit; `None` for all other speech.
        on: Option<ChannelId>,
        /// Time until the actor may speak again.
        wait: Duration,
    },
    /// Saving is suspended.
    #[error(
        "Nothing can be saved just now, so that has to wait. You can talk, look and walk meanwhile; please try again in a moment."
    )]
    ReadOnly,
    /// Fault (panic) in the command, before it changed any saved state.
    #[error(
        "Something went wrong in \"{verb}\" (#{fault:04x}). Nothing that is saved was changed by it; please tell the staff that number."
    )]
    Broken {
        /// Name of the command, or the text that was being parsed.
        verb: &'static str,
        /// Number of the fault in the log.
        fault: u64,
    },
    /// Any other reason, in words.
    #[error("{0}")]
    Because(String),
}

/// Formats the suggestion behind a sentence; empty without one.
fn did_you_mean(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!(" Did you mean {near}?"))
}

/// Formats a duration in whole seconds, rounded up, at least one second.
fn in_seconds(span: Duration) -> String {
    match span.as_millis().div_ceil(1_000) {
        0 | 1 => "1 second".to_owned(),
        seconds => format!("{seconds} seconds"),
    }
}

impl Refusal {
    /// Creates a refusal with a reason in words.
    #[must_use]
    pub fn because(words: impl Into<String>) -> Self {
        Self::Because(words.into())
    }

    /// Returns the refusal for a character who is not in the room but can be paged.
    #[must_use]
    pub fn not_here(name: &str) -> Self {
        Self::Because(format!(
            "{name} is not here. To reach {name} anywhere, type: page {name} TEXT"
        ))
    }

    /// Keeps of a usage the forms whose first word after the verb is the first of the arguments, so that
    /// whoever mistypes one form of a command with many does not have to read all of them.
    #[must_use]
    pub(crate) fn narrowed(self, arguments: &str) -> Self {
        if let Self::Usage(usage) = self {
            return Self::Usage(forms_of(usage, arguments).unwrap_or(usage));
        }
        self
    }
}

/// Returns the forms of a usage, from the first to the last, that have the first of the arguments for
/// their first word after the verb, if there are any.
fn forms_of(usage: &'static str, arguments: &str) -> Option<&'static str> {
    let first = arguments.split_whitespace().next()?.to_lowercase();
    let is_meant = |form: &str| form.split_whitespace().nth(1) == Some(first.as_str());
    let (mut at, mut found) = (0, None);
    for form in usage.split_inclusive('\n') {
        if is_meant(form) {
            let (from, _) = found.unwrap_or((at, at));
            found = Some((from, at + form.trim_end().len()));
        }
        at += form.len();
    }
    let (from, to) = found?;
    usage.get(from..to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_mistypes_one_form_reads_that_form() {
        let usage = Refusal::Usage("go TO\ngo on\ngo back NAME\ngo back home\ngo home");
        let told = |arguments: &str| usage.clone().narrowed(arguments).to_string();
        assert_eq!(told("Back 3 4"), "Please type it like this: go back NAME, or: go back home");
        assert_eq!(told("home x"), "Please type it like this: go home");
        assert_eq!(told("to"), usage.to_string(), "what stands for a word is none");
        assert_eq!(told(""), usage.to_string());
    }
}
