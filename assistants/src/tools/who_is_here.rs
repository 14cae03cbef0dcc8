//! `who_is_here`: lists the characters in the room.

use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use world::beings::who::WhoCommand;

use super::{Tool, ToolContext, ToolShown, ToolUse, read, schema};
use crate::turn::ToolClass;

/// Arguments of the tool: none.
#[derive(Deserialize, JsonSchema)]
struct Arguments {}

pub(super) const TOOL: Tool = Tool {
    shown: ToolShown::Apart,
    shows_room: true,
    ..Tool::new(
        "who_is_here",
        "See who is in the room.",
        ToolClass::SafeChain,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    let Arguments {} = arguments;
    context.view(WhoCommand { here: true, page: NonZeroUsize::MIN })
}
