//! `swap_project`: takes up another project; the active one is put aside with its notes.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolUse, ToolWay, goal_wish::ProjectWish, read, schema};
use crate::turn::ToolClass;

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Name of the project to take up.
    project: String,
    /// Note for the one that is put aside: where you stopped.
    #[serde(default)]
    note: Option<String>,
}

pub(super) const TOOL: Tool = Tool {
    answers: ToolWay::Orders,
    ..Tool::new(
        "swap_project",
        "Take up another project, with its notes; the active one is put aside.",
        ToolClass::SafeChain,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { project: to, note } = read(arguments)?;
    Ok(ToolUse::Projects(ProjectWish::Swap { to, note }))
}
