//! `say`: speaks to everybody in the room.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use text::styled::CleanText;
use world::talk::say::Say;

use super::{SpeechTool, Tool, ToolContext, ToolUse, ToolWay, read, schema};
use crate::{llm::profile::QuestionForm, turn::ToolClass};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    text: String,
    /// Whom, if anybody.
    #[serde(default)]
    to: Option<String>,
}

pub(super) const TOOL: Tool = Tool {
    speaks: Some(SpeechTool::Aloud),
    answers: ToolWay::Aloud,
    least: QuestionForm::Words,
    ..Tool::new("say", "Speak aloud in the room.", ToolClass::Terminal, schema::<Arguments>, apply)
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    let to = arguments.to.map(|to| (context.address(&to), CleanText::new(&arguments.text)));
    context.act(Say { text: CleanText::new(&arguments.text), to })
}
