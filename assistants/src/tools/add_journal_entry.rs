//! `add_journal_entry`: writes down what happened, in the journal.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolShown, ToolUse, read, schema};
use crate::{memory::NoteKind, turn::ToolClass};

/// Importance of an entry that states none.
const USUAL: u8 = 5;

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    content: String,
    #[serde(default)]
    #[schemars(range(min = 1, max = 10))]
    importance: Option<u8>,
    /// Whom.
    #[serde(default)]
    about: Option<String>,
}

pub(super) const TOOL: Tool = Tool {
    is_aside: true,
    shown: ToolShown::InOrders,
    ..Tool::new(
        "add_journal_entry",
        "Write down in your journal what happened, one sentence in the third person.",
        ToolClass::AsyncRequired,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { content, importance, about } = read(arguments)?;
    let about = about.and_then(|it| context.somebody(&it));
    let (importance, kind) = (importance.unwrap_or(USUAL), NoteKind::Journal);
    Ok(ToolUse::Remember { content, importance, about, kind, replaces: None })
}
