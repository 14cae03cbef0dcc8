//! `noop`: stays silent.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolUse, read, schema};
use crate::{llm::profile::QuestionForm, turn::ToolClass};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    #[serde(default)]
    #[expect(dead_code, reason = "the record keeps the call as it came")]
    reason: Option<String>,
}

pub(super) const TOOL: Tool = Tool {
    least: QuestionForm::Words,
    ..Tool::new(
        "noop",
        "Do nothing: nothing needs an answer.",
        ToolClass::Silence,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let _: Arguments = read(arguments)?;
    Ok(ToolUse::Nothing)
}
