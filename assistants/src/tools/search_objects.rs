//! `search_objects`: searches for an item by name.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use world::witness::search::Search;

use super::{Tool, ToolContext, ToolShown, ToolUse, read, schema};
use crate::turn::ToolClass;

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    query: String,
}

pub(super) const TOOL: Tool = Tool {
    shown: ToolShown::Unplanned,
    shows_room: true,
    ..Tool::new(
        "search_objects",
        "Look for a thing by its name.",
        ToolClass::SafeChain,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    context.view(Search { words: arguments.query })
}
