//! `say`: to speak to those in the room.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use world::{talk::say::Say, words::text::CleanText};

use super::{Hands, Tool, ToolUse, read, schema};
use crate::turn::ToolClass;

/// What the model passes.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The words.
    #[schemars(length(max = 600))]
    text: String,
    /// The name of the one you speak to, if it is one in particular.
    #[serde(default)]
    to: Option<String>,
}

pub(super) const TOOL: Tool = Tool {
    name: "say",
    description: "Say something aloud. Everybody in the room hears it. This ends your turn.",
    category: ToolClass::Terminal,
    parameters: schema::<Arguments>,
    apply,
};

fn apply(arguments: &Map<String, Value>, hands: &Hands) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    let to = arguments.to.map(|to| (hands.address(&to), CleanText::new(&arguments.text)));
    hands.act(Say { text: CleanText::new(&arguments.text), to })
}
