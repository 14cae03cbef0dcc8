//! `delegate_task`: asks another character on behalf of the partner.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolUse, read, schema};
use crate::{llm::scene::Stimulus, persona::Persona, turn::ToolClass};

/// Name of the tool.
pub const DELEGATE: &str = "delegate_task";

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    task: String,
    to: String,
}

pub(super) const TOOL: Tool = Tool {
    needs: Some(|persona| !persona.delegation.asks.is_empty()),
    choices: &[("to", names)],
    ..Tool::new(
        DELEGATE,
        "Ask another for your partner, and say so; answered later.",
        ToolClass::AsyncRequired,
        schema::<Arguments>,
        apply,
    )
};

fn names(persona: &Persona) -> Vec<String> {
    persona.delegation.names()
}

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { task, to } = read(arguments)?;
    if !context.stimulus.is_some_and(Stimulus::is_put) {
        return Err("that is for what somebody asks you; answer by yourself".to_owned());
    }
    if !context.persona.delegation.names().contains(&to) {
        return Err("that is none of those whom you may ask".to_owned());
    }
    if task.trim().is_empty() {
        return Err("say what to ask, as a whole question".to_owned());
    }
    Ok(ToolUse::Delegate { to, task })
}
