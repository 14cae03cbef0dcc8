//! `inspect`: examines a thing or character closely.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use world::witness::examine::Examine;

use super::{Tool, ToolContext, ToolUse, read, schema};
use crate::{llm::profile::QuestionForm, turn::ToolClass};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    target: String,
}

pub(super) const TOOL: Tool = Tool {
    least: QuestionForm::Schema,
    shows_room: true,
    ..Tool::new(
        "inspect",
        "Look closely at something.",
        ToolClass::SafeChain,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    context.view(Examine { at: arguments.target })
}
