//! `self_status`: tells how the character itself is.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolShown, ToolUse, read, schema};
use crate::turn::ToolClass;

/// Arguments of the tool: none.
#[derive(Deserialize, JsonSchema)]
struct Arguments {}

pub(super) const TOOL: Tool = Tool {
    shown: ToolShown::InOrders,
    ..Tool::new(
        "self_status",
        "Consider yourself: place, what you carry, mood, and what you still have to do.",
        ToolClass::SafeChain,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let Arguments {} = read(arguments)?;
    Ok(ToolUse::Status)
}
