//! `whisper`: sends words to one character in the same room.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use text::styled::CleanText;
use world::talk::whisper::Whisper;

use super::{SpeechTool, Tool, ToolContext, ToolUse, read, schema};
use crate::{llm::profile::QuestionForm, turn::ToolClass};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    to: String,
    text: String,
}

pub(super) const TOOL: Tool = Tool {
    speaks: Some(SpeechTool::Whisper),
    least: QuestionForm::Words,
    ..Tool::new(
        "whisper",
        "Whisper to somebody here.",
        ToolClass::Terminal,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    let to = vec![context.address(&arguments.to)];
    context.act(Whisper { to, text: CleanText::new(&arguments.text) })
}
