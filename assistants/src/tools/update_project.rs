//! `update_project`: keeps a project up to date: its summary, a note, or that it is finished.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolUse, ToolWay, goal_wish::ProjectWish, read, schema};
use crate::turn::ToolClass;

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Name; the active project by default.
    #[serde(default)]
    name: Option<String>,
    /// New summary.
    #[serde(default)]
    summary: Option<String>,
    /// Note to add.
    #[serde(default)]
    note: Option<String>,
    /// True if it is finished.
    #[serde(default)]
    done: Option<bool>,
}

pub(super) const TOOL: Tool = Tool {
    answers: ToolWay::Orders,
    ..Tool::new(
        "update_project",
        "Change the summary of a project, add a note to it, or finish it.",
        ToolClass::SafeChain,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { name, summary, note, done } = read(arguments)?;
    let done = done.unwrap_or_default();
    Ok(ToolUse::Projects(ProjectWish::Update { name, summary, note, done }))
}
