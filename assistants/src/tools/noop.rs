//! `noop`: stays silent.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolUse, read, schema};
use crate::turn::ToolClass;

/// What the model passes.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    #[serde(default)]
    #[expect(dead_code, reason = "the record keeps the call as it came")]
    reason: Option<String>,
}

pub(super) const TOOL: Tool = Tool {
    name: "noop",
    description: "Do nothing: nothing needs an answer.",
    category: ToolClass::Silence,
    shows_room: false,
    parameters: schema::<Arguments>,
    apply,
};

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let _: Arguments = read(arguments)?;
    Ok(ToolUse::Nothing)
}
