//! `complete_goal`: says that a goal is reached, which the engine does not see by itself.

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
}

pub(super) const TOOL: Tool = Tool {
    answers: ToolWay::Orders,
    ..Tool::new(
        "complete_goal",
        "Say that a goal is reached. What the game counts, it completes itself.",
        ToolClass::AsyncRequired,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { goal } = read(arguments)?;
    Ok(ToolUse::Goals(GoalWish::Complete { goal }))
}
