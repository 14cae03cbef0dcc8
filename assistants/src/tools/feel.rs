//! `feel`: changes the regard for the partner, and the own mood.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolShown, ToolUse, read, schema};
use crate::turn::ToolClass;

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// 2 for kind words.
    #[serde(default)]
    #[schemars(range(min = -25, max = 30))]
    regard: i8,
    #[serde(default)]
    #[schemars(range(min = -50, max = 50))]
    mood: i8,
}

pub(super) const TOOL: Tool = Tool {
    is_aside: true,
    shown: ToolShown::Unplanned,
    ..Tool::new(
        "feel",
        "Think better or worse of your partner, or feel so.",
        ToolClass::AsyncRequired,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { regard, mood } = read(arguments)?;
    if regard != 0 && context.stimulus.is_none() {
        return Err("you talk with nobody just now".to_owned());
    }
    Ok(ToolUse::Feel { regard, mood })
}
