//! Part of a question about what one character asks another on behalf of a visitor.

use serde_json::{Value, json};

use super::{Parts, literal};
use crate::persona::delegation::DelegationMode;

/// Returns the record of what was handed over with a question; none if nothing was.
pub(super) fn record(parts: &Parts) -> Option<Value> {
    let help = parts.scene.help.as_ref().filter(|it| !it.handed.is_empty())?;
    let what = match help.mode {
        DelegationMode::None | DelegationMode::Orchestrator => "said_before",
        DelegationMode::Delegate => "they_are_there_for",
    };
    Some(json!({ "t": "handed_over", "for": help.asker, what: help.handed }))
}

/// Returns the context that was handed over with a question, as a sentence.
pub(super) fn sentence(parts: &Parts) -> Option<String> {
    let help = parts.scene.help.as_ref().filter(|it| !it.handed.is_empty())?;
    let by = parts.answered().unwrap_or("Somebody");
    let handed = help.handed.join(" ");
    Some(match help.mode {
        DelegationMode::None | DelegationMode::Orchestrator => format!("(Before that: {handed})"),
        DelegationMode::Delegate => format!("({by} is there to: {handed})"),
    })
}

/// Returns the instruction at the end of a question to a helper, or to one who brings an answer.
pub(super) fn demand(parts: &Parts) -> Option<String> {
    if parts.scene.stimulus.as_ref()?.brought().is_some() {
        let name = literal::plain(parts.answered()?);
        return Some(format!("(Tell {name} what came of it.)"));
    }
    let help = parts.scene.help.as_ref()?;
    let (by, asker) = (literal::plain(parts.answered()?), literal::plain(&help.asker));
    let how = match help.mode {
        DelegationMode::None => "in a sentence or two",
        DelegationMode::Orchestrator => "soberly, in a sentence or two that can be passed on",
        DelegationMode::Delegate => "in your own voice, by what you know best",
    };
    Some(format!(
        "({by} asks that for {asker}. Answer {by} {how}. If you know nothing of it, say only that.)"
    ))
}

/// Returns the outcome of a question that the character put to another, as a remark.
pub(super) fn brought(parts: &Parts) -> String {
    let name = parts.answered().map(literal::plain).unwrap_or_default();
    let what = parts.scene.rumour.as_deref().map(literal::plain).unwrap_or_default();
    format!("(You asked somebody for {name}. {what})")
}
