//! `update_goal`: changes the words or the priority of a goal, or drops it.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolUse, ToolWay, goal_wish::GoalWish, read, schema};
use crate::turn::ToolClass;

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Number of the goal.
    #[schemars(range(min = 1))]
    goal: u64,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    #[schemars(range(min = 1, max = 9))]
    priority: Option<u8>,
    /// Version that you saw; a newer one is not changed.
    #[serde(default)]
    #[schemars(range(min = 1))]
    version: Option<u32>,
    /// True to drop it.
    #[serde(default)]
    dropped: Option<bool>,
}

pub(super) const TOOL: Tool = Tool {
    answers: ToolWay::Orders,
    ..Tool::new(
        "update_goal",
        "Change the words or the priority of a goal that was set, or drop it.",
        ToolClass::AsyncRequired,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { goal, text, priority, version, dropped } = read(arguments)?;
    let drops = dropped.unwrap_or_default();
    Ok(ToolUse::Goals(GoalWish::Update { goal, text, priority, version, drops }))
}
