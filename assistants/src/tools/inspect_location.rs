//! `inspect_location`: looks around in the room.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use world::witness::look::Look;

use super::{Tool, ToolContext, ToolShown, ToolUse, read, schema};
use crate::turn::ToolClass;

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    #[serde(default)]
    #[schemars(extend("enum" = ["full", "brief"]))]
    detail_level: Option<String>,
}

pub(super) const TOOL: Tool = Tool {
    shown: ToolShown::Unplanned,
    unshown: &["detail_level"],
    shows_room: true,
    ..Tool::new(
        "inspect_location",
        "Look around.",
        ToolClass::SafeChain,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    let brief = arguments.detail_level.as_deref() == Some("brief");
    context.view(Look { at: None, brief })
}
