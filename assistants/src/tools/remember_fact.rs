//! `remember_fact`: stores a fact about the partner in a slot.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolShown, ToolUse, read, schema};
use crate::{nlu::short_phrase, turn::ToolClass};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    slot: String,
    /// At most five words.
    value: String,
}

pub(super) const TOOL: Tool = Tool {
    is_aside: true,
    shown: ToolShown::Unplanned,
    needs: Some(|it| !it.script.slots.is_empty()),
    choices: &[("slot", |it| it.script.slots.keys().cloned().collect())],
    ..Tool::new(
        "remember_fact",
        "Keep a fact about your partner in mind.",
        ToolClass::AsyncRequired,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { slot, value } = read(arguments)?;
    let slots = &context.persona.script.slots;
    if !slots.contains_key(&slot) {
        let known: Vec<&str> = slots.keys().map(String::as_str).collect();
        return Err(format!("there is no `{slot}`; you keep in mind: {}", known.join(", ")));
    }
    let about = context.stimulus.ok_or("you talk with nobody just now")?.speaker.clone();
    let value = short_phrase(&value).ok_or("that is no fact in at most five words")?.to_owned();
    Ok(ToolUse::Learn { about, slot, value })
}
