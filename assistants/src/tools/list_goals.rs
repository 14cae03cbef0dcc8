//! `list_goals`: shows the goals of the character, with their numbers.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolShown, ToolUse, goal_wish::GoalWish, read, schema};
use crate::turn::ToolClass;

/// Arguments of the tool: none.
#[derive(Deserialize, JsonSchema)]
struct Arguments {}

pub(super) const TOOL: Tool = Tool {
    shown: ToolShown::InOrders,
    ..Tool::new(
        "list_goals",
        "See what you want to reach, by number.",
        ToolClass::SafeChain,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let Arguments {} = read(arguments)?;
    Ok(ToolUse::Goals(GoalWish::List))
}
