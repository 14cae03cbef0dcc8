//! `store_memory`: remembering something.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Hands, Tool, ToolUse, read, schema};
use crate::{memory::NoteKind, turn::ToolClass};

/// What the model passes.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The sentence.
    #[schemars(length(max = 500))]
    content: String,
    /// How much it matters, 1 to 10.
    #[serde(default)]
    importance: Option<u8>,
    /// Whom it is about; the one you talk with when there is nobody.
    #[serde(default)]
    about: Option<String>,
}

pub(super) const TOOL: Tool = Tool {
    name: "store_memory",
    description: "Remember a fact about somebody or about the world, in one sentence in the third person.",
    category: ToolClass::AsyncRequired,
    parameters: schema::<Arguments>,
    apply,
};

fn apply(arguments: &Map<String, Value>, hands: &Hands) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    let about = arguments.about.filter(|it| !it.is_empty()).map(|it| hands.person(&it));
    let about = about.or_else(|| hands.stimulus.map(|it| it.speaker.to_string()));
    // What somebody says of somebody else is hearsay; of themselves, their word.
    let told_by = hands.stimulus.map(|it| it.speaker.as_str());
    let kind = if about.as_deref() == told_by { NoteKind::Fact } else { NoteKind::Hearsay };
    let importance = arguments.importance.unwrap_or(6).clamp(1, 10);
    Ok(ToolUse::Remember { content: arguments.content, importance, about, kind })
}
