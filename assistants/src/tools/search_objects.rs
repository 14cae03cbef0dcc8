//! `search_objects`: searches for an item by name.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use world::witness::search::Search;

use super::{Tool, ToolContext, ToolUse, read, schema};
use crate::turn::ToolClass;

/// What the model passes.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    query: String,
}

pub(super) const TOOL: Tool = Tool {
    name: "search_objects",
    description: "Look for a thing by its name.",
    category: ToolClass::SafeChain,
    shows_room: true,
    parameters: schema::<Arguments>,
    apply,
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    context.view(Search { words: arguments.query })
}
