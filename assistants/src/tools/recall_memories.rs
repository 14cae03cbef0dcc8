//! `recall_memories`: memory retrieval.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolUse, read, schema};
use crate::turn::ToolClass;

/// What the model passes.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    query: String,
    /// 1 to 10
    #[serde(default)]
    limit: Option<u8>,
    /// 0 to 5: how wide
    #[serde(default)]
    focus: Option<u8>,
}

pub(super) const TOOL: Tool = Tool::new(
    "recall_memories",
    "Search what you remember of a name or a matter.",
    ToolClass::SafeChain,
    schema::<Arguments>,
    apply,
);

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    let limit = usize::from(arguments.limit.unwrap_or(5).clamp(1, 10));
    let focus = arguments.focus.unwrap_or(1).min(5);
    Ok(ToolUse::Recall { query: arguments.query, limit, focus })
}
