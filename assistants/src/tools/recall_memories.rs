//! `recall_memories`: memory retrieval.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolUse, read, schema};
use crate::{memory::focus::USUAL, turn::ToolClass};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    query: String,
    #[serde(default)]
    #[schemars(range(min = 1, max = 10))]
    limit: Option<u8>,
    #[serde(default)]
    #[schemars(range(min = 0, max = 5))]
    focus: Option<u8>,
}

pub(super) const TOOL: Tool = Tool {
    waits: true,
    unshown: &["limit", "focus"],
    ..Tool::new(
        "recall_memories",
        "Search what you remember.",
        ToolClass::SafeChain,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { query, limit, focus } = read(arguments)?;
    let limit = usize::from(limit.unwrap_or(5));
    Ok(ToolUse::Recall { query, limit, focus: focus.unwrap_or(USUAL) })
}
