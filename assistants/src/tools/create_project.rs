//! `create_project`: begins a project, which becomes the active one.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolUse, ToolWay, goal_wish::ProjectWish, read, schema};
use crate::turn::ToolClass;

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// A word or two.
    name: String,
    /// What it is about and how far it is, in a sentence or two.
    summary: String,
}

pub(super) const TOOL: Tool = Tool {
    answers: ToolWay::Orders,
    ..Tool::new(
        "create_project",
        "Begin a project; the one that was active is put aside with its notes.",
        ToolClass::SafeChain,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { name, summary } = read(arguments)?;
    Ok(ToolUse::Projects(ProjectWish::Create { name, summary }))
}
