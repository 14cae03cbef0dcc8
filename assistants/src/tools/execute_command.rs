//! `execute_command`: gives any command that the persona may use.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use text::styled::CleanText;

use super::{Tool, ToolContext, ToolUse, ToolWay, read, schema};
use crate::{llm::profile::QuestionForm, turn::ToolClass};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    verb: String,
    /// What would be typed after it.
    #[serde(default)]
    args: String,
}

pub(super) const TOOL: Tool = Tool {
    least: QuestionForm::Schema,
    answers: ToolWay::Orders,
    needs: Some(|it| !it.tools.commands.is_empty()),
    choices: &[("verb", |it| it.tools.commands.clone())],
    ..Tool::new(
        "execute_command",
        "Give one of the game's commands.",
        ToolClass::Dangerous,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    let allowed = &context.persona.tools.commands;
    let verb = arguments.verb.to_lowercase();
    if !allowed.contains(&verb) {
        return Err(format!("you may not use `{verb}`; you may use: {}", allowed.join(", ")));
    }
    let args = CleanText::new(&arguments.args);
    let command = context.registry.build(&verb, &args).map_err(|refusal| refusal.to_string())?;
    Ok(ToolUse::Act { command, granted: false, captures: true })
}
