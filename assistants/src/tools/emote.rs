//! `emote`: a pose.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use world::{talk::emote::Emote, words::text::CleanText};

use super::{Hands, Tool, ToolUse, read, schema};
use crate::turn::ToolClass;

/// What the model passes.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// What follows your name.
    #[schemars(length(max = 300))]
    text: String,
}

pub(super) const TOOL: Tool = Tool {
    name: "emote",
    description: "Show what you do or feel, as others see it after your name: \"smiles.\" This ends your turn.",
    category: ToolClass::Terminal,
    parameters: schema::<Arguments>,
    apply,
};

fn apply(arguments: &Map<String, Value>, hands: &Hands) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    hands.act(Emote { text: CleanText::new(&arguments.text) })
}
