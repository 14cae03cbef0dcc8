//! `capture_document`: keeps what is written on something word for word, for the library.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use world::witness::examine::Examine;

use super::{Tool, ToolContext, ToolUse, read, schema};
use crate::turn::ToolClass;

/// Name of the tool.
pub const CAPTURE: &str = "capture_document";

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// What it is written on, here or among what you carry.
    target: String,
}

pub(super) const TOOL: Tool = Tool {
    needs: Some(|it| !it.library.is_empty()),
    shows_room: true,
    ..Tool::new(
        CAPTURE,
        "Keep a copy of what is written on something among your papers.",
        ToolClass::AsyncRequired,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { target } = read(arguments)?;
    let command = context.registry.ready(Examine { at: target });
    command.map(ToolUse::Capture).ok_or_else(|| "this world has no such command".to_owned())
}
