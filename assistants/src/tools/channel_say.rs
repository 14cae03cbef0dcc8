//! `channel_say`: speaks on a channel.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use text::styled::CleanText;
use world::talk::channel::command::ChannelCommand;

use super::{Tool, ToolContext, ToolUse, read, schema};
use crate::turn::ToolClass;

/// What the model passes.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    channel: String,
    text: String,
}

pub(super) const TOOL: Tool = Tool {
    name: "channel_say",
    description: "Speak on a channel.",
    category: ToolClass::Terminal,
    shows_room: false,
    parameters: schema::<Arguments>,
    apply,
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    context.act(ChannelCommand::Talk(
        arguments.channel.to_lowercase(),
        CleanText::new(&arguments.text),
    ))
}
