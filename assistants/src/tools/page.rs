//! `page`: sends words to one character anywhere; the answer to a letter becomes a letter.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use text::styled::CleanText;
use world::talk::{mail::command::MailCommand, page::Page};

use super::{SpeechTool, Tool, ToolContext, ToolShown, ToolUse, read, schema};
use crate::{
    llm::{profile::QuestionForm, scene::Stimulus},
    turn::ToolClass,
};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    to: String,
    text: String,
}

pub(super) const TOOL: Tool = Tool {
    speaks: Some(SpeechTool::Page),
    least: QuestionForm::Words,
    shown: ToolShown::Unplanned,
    ..Tool::new(
        "page",
        "Send words to somebody elsewhere.",
        ToolClass::Terminal,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    let (to, text) = (context.address(&arguments.to), CleanText::new(&arguments.text));
    // A letter is answered by one.
    if context.stimulus.is_some_and(Stimulus::is_letter) {
        return context.act(MailCommand::Send(to, text));
    }
    context.act(Page { to: vec![to], text })
}
