//! `list_projects`: shows the projects of the character, of which one at most is active.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolShown, ToolUse, goal_wish::ProjectWish, read, schema};
use crate::turn::ToolClass;

/// Arguments of the tool: none.
#[derive(Deserialize, JsonSchema)]
struct Arguments {}

pub(super) const TOOL: Tool = Tool {
    shown: ToolShown::InOrders,
    ..Tool::new(
        "list_projects",
        "See your projects, and which one is active.",
        ToolClass::SafeChain,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let Arguments {} = read(arguments)?;
    Ok(ToolUse::Projects(ProjectWish::List))
}
