//! `give`: hands something over to somebody in the room.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use world::{act::command::Command, trade::give::Give};

use super::{Tool, ToolContext, ToolUse, ToolWay, read, schema};
use crate::{llm::profile::QuestionForm, turn::ToolClass};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// What you carry: the pear.
    item: String,
    /// Whom.
    to: String,
}

pub(super) const TOOL: Tool = Tool {
    least: QuestionForm::Schema,
    answers: ToolWay::Orders,
    needs: Some(|it| it.tools.commands.iter().any(|name| name == Give::SPEC.name)),
    ..Tool::new(
        "give",
        "Give something that you carry to somebody who is here.",
        ToolClass::Dangerous,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { item, to } = read(arguments)?;
    context.view(Give::To { what: item, to: context.address(&to) })
}
