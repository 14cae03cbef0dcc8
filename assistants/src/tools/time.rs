//! `time`: shows the time of day.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use world::space::time::Time;

use super::{Tool, ToolContext, ToolShown, ToolUse, read, schema};
use crate::turn::ToolClass;

/// Arguments of the tool: none.
#[derive(Deserialize, JsonSchema)]
struct Arguments {}

pub(super) const TOOL: Tool = Tool {
    shown: ToolShown::InOrders,
    ..Tool::new("time", "See what time it is.", ToolClass::SafeChain, schema::<Arguments>, apply)
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    let Arguments {} = arguments;
    context.view(Time)
}
