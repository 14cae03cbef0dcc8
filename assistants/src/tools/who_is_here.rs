//! `who_is_here`: lists the characters in the room.

use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use world::beings::who::WhoCommand;

use super::{Tool, ToolContext, ToolUse, read, schema};
use crate::turn::ToolClass;

/// What the model passes: nothing.
#[derive(Deserialize, JsonSchema)]
struct Arguments {}

pub(super) const TOOL: Tool = Tool {
    name: "who_is_here",
    description: "See who is in the room.",
    category: ToolClass::SafeChain,
    shows_room: true,
    parameters: schema::<Arguments>,
    apply,
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    let Arguments {} = arguments;
    context.view(WhoCommand { here: true, page: NonZeroUsize::MIN })
}
