//! `go_to_sleep`: has the character fall asleep once its turn is over.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolShown, ToolUse, ToolWay, read, schema};
use crate::turn::ToolClass;

/// Arguments of the tool: none.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {}

pub(super) const TOOL: Tool = Tool {
    answers: ToolWay::Orders,
    shown: ToolShown::InOrders,
    ..Tool::new(
        "go_to_sleep",
        "Fall asleep when this is done, and go over what you remember, until somebody speaks to you.",
        ToolClass::AsyncRequired,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let Arguments {} = read(arguments)?;
    Ok(ToolUse::Sleep)
}
