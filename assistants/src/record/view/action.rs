//! Display of a long action at the end of one of its turns.

use std::fmt::{self, Write};

use crate::{
    mind::actions::{ActionKind, ActionUse},
    record::entry::RecordedAction,
    turn::plan::StepState,
};

/// Writes the entry about a long action; the words of its steps only if its reader may know them.
pub(super) fn write(
    to: &mut String,
    recorded_action: &RecordedAction,
    hidden: bool,
) -> fmt::Result {
    let kind = match recorded_action.kind {
        ActionKind::Order => "order",
        ActionKind::Capsule => "time capsule",
    };
    write!(to, "{kind} {} is {}", recorded_action.id.0, recorded_action.state.name())?;
    if let Some(end) = recorded_action.end {
        write!(to, ", because {}", end.words())?;
    }
    let ActionUse { steps, messages, tokens } = recorded_action.used;
    write!(to, "; {steps} steps, {messages} messages, {tokens} tokens")?;
    for (nth, (text, state)) in recorded_action.steps.iter().enumerate().filter(|_| !hidden) {
        let mark = match state {
            StepState::Open => "open",
            StepState::Done => "done",
            StepState::Failed => "failed",
            StepState::Interrupted => "interrupted",
        };
        write!(to, "{} {} {mark}", if nth == 0 { "; plan:" } else { "," }, text.escaped())?;
    }
    Ok(())
}
