//! `move`: goes through an exit, by `go`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use text::parse::Direction;
use world::{
    act::command::Command,
    space::go::{Destination, Go},
};

use super::{Tool, ToolContext, ToolUse, ToolWay, read, schema};
use crate::{llm::profile::QuestionForm, turn::ToolClass};

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// A direction: north.
    exit: String,
}

pub(super) const TOOL: Tool = Tool {
    least: QuestionForm::Schema,
    answers: ToolWay::Orders,
    // The list of commands is the one place where an author says what a character may do.
    needs: Some(|it| it.tools.commands.iter().any(|name| name == Go::SPEC.name)),
    ..Tool::new("move", "Go through an exit.", ToolClass::Dangerous, schema::<Arguments>, apply)
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { exit } = read(arguments)?;
    let way = Direction::parse(&exit.trim().to_lowercase())
        .ok_or("an exit is a direction, such as north; look around for those there are")?;
    context.view(Go { to: Destination::Way(way) })
}
