//! Display of the beginning of a thought.

use std::{
    borrow::Cow,
    fmt::{self, Write},
};

use crate::{
    record::entry::OccasionKind,
    turn::{assess::TaskClass, brief::ScriptReason},
};

/// Writes how a thought is gone about: without memories, narrowed by the class of its task, or by the
/// script.
pub(super) fn write_choice(
    to: &mut String,
    (lean, class, script): (bool, Option<TaskClass>, Option<ScriptReason>),
) -> fmt::Result {
    if lean {
        to.push_str("; lean, nothing is looked up in memory");
    }
    if let Some(class) = class {
        write!(to, "; narrowed as a {} task", class.row().name)?;
    }
    script.map_or(Ok(()), |it| write!(to, "; {}", script_words(it)))
}

/// Returns the words for what began a thought.
pub(super) fn words(by: OccasionKind) -> &'static str {
    match by {
        OccasionKind::Words => "event",
        OccasionKind::Deed => "deed",
        OccasionKind::Arrival => "routine: arrival",
        OccasionKind::Gambit => "routine: gambit",
        OccasionKind::Order => "order",
        OccasionKind::Capsule => "time capsule",
        OccasionKind::OpenQuestion => "own accord: an open question",
        OccasionKind::OpenClaim => "own accord: a claim",
        OccasionKind::OwnPromise => "own accord: its promise",
        OccasionKind::OpenPromise => "own accord: a promise",
        OccasionKind::OpenMessage => "own accord: a message",
        OccasionKind::OpenRequest => "own accord: an arrival that was waited for",
        OccasionKind::Decomposition => "a goal to be split into parts",
        OccasionKind::OpenGoal => "own accord: a goal with which somebody can help",
        OccasionKind::LapsedOffer => "own accord: an offer that ran out",
        OccasionKind::Letter => "a letter",
        OccasionKind::Delegated => "a question passed on",
        OccasionKind::HelpBrought => "an answer to a question that it passed on",
    }
}

fn script_words(why: ScriptReason) -> Cow<'static, str> {
    let words = match why {
        ScriptReason::NoTools => "its model cannot call tools",
        ScriptReason::TurnedAway => "too many speak at once: the script says so",
        ScriptReason::Busy => "the model still thinks for somebody else: the script answers",
        ScriptReason::Deed => "a deed: what the persona says to it, and no model is asked",
        ScriptReason::Gambit => "somebody stands about: one of its gambits, and no model is asked",
        ScriptReason::NoModel => {
            "the speaker wants no model to read their words: the script answers"
        }
        ScriptReason::Resting => "rests after too many errors: the script answers",
        ScriptReason::OverBudget(over) => return format!("{over}: the script answers").into(),
    };
    words.into()
}
