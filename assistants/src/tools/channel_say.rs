//! `channel_say`: speaks on a channel.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use text::styled::CleanText;
use world::talk::channel::command::ChannelCommand;

use super::{SpeechTool, Tool, ToolContext, ToolUse, ToolWay, read, schema};
use crate::{llm::profile::QuestionForm, turn::ToolClass};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    channel: String,
    text: String,
}

pub(super) const TOOL: Tool = Tool {
    speaks: Some(SpeechTool::Channel),
    answers: ToolWay::Channel,
    least: QuestionForm::Words,
    needs: Some(|it| !it.attention.channels.is_empty()),
    choices: &[("channel", |it| it.attention.channels.keys().map(|of| of.to_string()).collect())],
    ..Tool::new(
        "channel_say",
        "Speak on a channel.",
        ToolClass::Terminal,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    context.act(ChannelCommand::Talk(
        arguments.channel.to_lowercase(),
        CleanText::new(&arguments.text),
    ))
}
