//! Messages of the engine to a model between its steps: how full the context is, and what to do in
//! place of a dropped call.

use std::borrow::Cow;

use super::{budget::Pressure, guard::Dropped};

/// Maximum length of a tool's output in a prompt, in bytes; longer ones lose their middle.
pub const LONGEST_OUTPUT: usize = 10 * 1_024;
/// Placeholder for the part that was cut out.
const CUT: &str = "\n[... cut: ask for something more specific to see the rest ...]\n";

/// Hint for a reply without a tool call.
pub const CALL_A_TOOL: &str =
    "There was nothing in it to say or to do. Write what you say, or call `noop` to stay silent.";

/// Result of a call that was skipped because one before it failed.
pub const NOT_RUN: &str =
    "This was not run, because the call before it failed. Decide again what to do.";

/// Hint after a reply that was to rate or to plan the task, and did not.
pub const GO_ON: &str = "Go on without it: carry out the task now.";

/// Result of a call in a reply that was to rate or to plan the task.
pub const NOT_YET: &str = "This was not run: first comes what you were asked for.";

/// Returns the advice to append to a tool's result under this context pressure.
#[must_use]
pub fn advice(pressure: Pressure) -> Option<&'static str> {
    match pressure {
        Pressure::Easy => None,
        Pressure::Moderate => {
            Some("Half of your room for thought is used up. Look up only what you still need.")
        }
        Pressure::High => {
            Some("Little room for thought is left. Answer with what you know now, or call `noop`.")
        }
        Pressure::Critical => {
            Some("Your room for thought is used up. Speak now, or call `noop`; nothing else works.")
        }
    }
}

/// Returns the nudge after so many replies in which nobody was told anything.
#[must_use]
pub fn nudge(silent: u8) -> Option<&'static str> {
    match silent {
        3 => {
            Some("Somebody waits for a word from you. Say what you have so far, or go on briefly.")
        }
        5 => Some("You have kept somebody waiting for long. Speak now, or call `noop`."),
        _ => None,
    }
}

/// Returns the hint in place of a dropped call.
#[must_use]
pub fn hint(dropped: Dropped) -> &'static str {
    match dropped {
        Dropped::Identical => {
            "You made this very call already, and its result stands above. Use that result, or ask \
             for something else."
        }
        Dropped::BackAndForth => {
            "You go back and forth between the same two calls. Stop looking: answer with what you \
             know, or call `noop`."
        }
        Dropped::MessageCap => {
            "You have said enough for now, so this was not said. Call `noop` to wait for an answer."
        }
        Dropped::Repeated => {
            "You said exactly this a short while ago, so it was not said again. Say something new, \
             or call `noop`."
        }
        Dropped::Similar => {
            "You said nearly the same a short while ago, so it was not said again. Add something \
             new, or call `noop`."
        }
        Dropped::SameSearch => {
            "You searched for this already, and its result stands above. Use it, search for \
             something else, or answer that you do not know."
        }
        Dropped::Polling => {
            "You looked twice, and it was the same. It will not change while you look: answer with \
             what you know, or call `noop`."
        }
        Dropped::StatusOnly => {
            "You spoke already, and have done nothing since, so this was not said. Do something, or \
             call `noop`."
        }
        Dropped::OutOfCharacter => {
            "That is how an assistant talks, and you are somebody in the game, so it was not said. \
             Answer as yourself; if you do not know, say so in your own words."
        }
        Dropped::Astray => "That is not what you were to say, so it was not said. Say just that.",
    }
}

/// Returns the output of a tool, without its middle if it is longer than [`LONGEST_OUTPUT`].
#[must_use]
pub fn shorten(output: &str) -> Cow<'_, str> {
    if output.len() <= LONGEST_OUTPUT {
        return Cow::Borrowed(output);
    }
    let half = (LONGEST_OUTPUT - CUT.len()) / 2;
    let head = output.floor_char_boundary(half);
    let tail = output.ceil_char_boundary(output.len() - half);
    let (head, tail) = (output.get(..head), output.get(tail..));
    Cow::Owned([head, Some(CUT), tail].into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn advice_grows_with_the_pressure() {
        assert_eq!(advice(Pressure::Easy), None);
        let sentences: BTreeSet<_> =
            [Pressure::Moderate, Pressure::High, Pressure::Critical].map(advice).into();
        assert_eq!(sentences.len(), 3);
        assert!(!sentences.contains(&None));
    }

    #[test]
    fn each_drop_has_a_hint_of_its_own() {
        let hints: BTreeSet<_> = Dropped::ALL.map(hint).into();
        assert_eq!(hints.len(), Dropped::ALL.len());
    }

    #[test]
    fn long_output_loses_its_middle() {
        let fits = "x".repeat(LONGEST_OUTPUT);
        assert_eq!(shorten(&fits), fits);
        // Three bytes a letter, so that no cut falls between letters by luck.
        let long = format!("begin{}end", "€".repeat(LONGEST_OUTPUT));
        let short = shorten(&long);
        assert!(short.len() <= LONGEST_OUTPUT);
        assert!(short.len() > LONGEST_OUTPUT - 10);
        assert!(short.starts_with("begin€") && short.ends_with("€end"));
        assert_eq!(short.matches("[... cut").count(), 1);
    }
}
