//! `tell`: passes on a rumour, in the engine's words.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{SpeechTool, Tool, ToolContext, ToolUse, find, read, schema};
use crate::{llm::scene::AnswerWay, turn::ToolClass};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    claim: String,
}

pub(super) const TOOL: Tool = Tool {
    speaks: Some(SpeechTool::AsAnswer),
    needs: Some(|it| !it.script.tell.is_empty()),
    ..Tool::new("tell", "Pass on what goes round.", ToolClass::Terminal, schema::<Arguments>, apply)
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { claim } = read(arguments)?;
    let words = (context.told)(&claim).ok_or("there is nothing of that name to pass on")?;
    let AnswerWay { tool, to } = context.answer.clone().ok_or("there is nobody to tell it to")?;
    let to = to.map(|(name, value)| (name.to_owned(), Value::from(value)));
    let text = [("text".to_owned(), Value::from(words.clone()))];
    let speech = find(tool).ok_or("there is no way to say it")?;
    let said = speech.apply(&text.into_iter().chain(to).collect(), context)?;
    let ToolUse::Act { command, .. } = said else {
        return Err("there is nothing to say".to_owned());
    };
    Ok(ToolUse::Tell { command, claim, words })
}
