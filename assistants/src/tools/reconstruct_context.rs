//! `reconstruct_context`: all that a person would remember of a matter, put together.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolShown, ToolUse, read, schema};
use crate::{memory::focus::WIDEST, turn::ToolClass};

/// Name of the tool.
pub const RECONSTRUCT: &str = "reconstruct_context";

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    query: String,
    #[serde(default)]
    #[schemars(range(min = 0, max = 5))]
    focus: Option<u8>,
}

/// Breadth where the call states none: with what happened, and the lines around what was said.
const WIDE: u8 = 3;

pub(super) const TOOL: Tool = Tool {
    waits: true,
    // Before words, what fits comes to mind by itself.
    shown: ToolShown::InOrders,
    ..Tool::new(
        RECONSTRUCT,
        "Think back: facts, talks, people and open matters of a name or a matter at once.",
        ToolClass::SafeChain,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { query, focus } = read(arguments)?;
    Ok(ToolUse::Reconstruct { query, focus: focus.unwrap_or(WIDE).min(WIDEST) })
}
