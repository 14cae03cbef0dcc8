//! `emote`: performs a pose.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use text::styled::CleanText;
use world::talk::emote::Emote;

use super::{SpeechTool, Tool, ToolContext, ToolUse, ToolWay, read, schema};
use crate::{llm::profile::QuestionForm, turn::ToolClass};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    text: String,
}

pub(super) const TOOL: Tool = Tool {
    speaks: Some(SpeechTool::Pose),
    answers: ToolWay::Aloud,
    least: QuestionForm::Words,
    is_aside: true,
    ..Tool::new(
        "emote",
        "Show what you do, in words that follow your name: smiles.",
        ToolClass::Terminal,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    context.act(Emote { text: CleanText::new(&arguments.text) })
}
