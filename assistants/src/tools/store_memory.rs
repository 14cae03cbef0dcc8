//! `store_memory`: stores a note in memory.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolUse, read, schema};
use crate::{llm::scene::Stimulus, memory::NoteKind, nlu::holds, turn::ToolClass};

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
    /// Id of the memory it corrects.
    #[serde(default)]
    replaces: Option<u64>,
}

pub(super) const TOOL: Tool = Tool {
    is_aside: true,
    ..Tool::new(
        "store_memory",
        "Remember one sentence in the third person.",
        ToolClass::AsyncRequired,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let arguments: Arguments = read(arguments)?;
    let content = arguments.content.as_str();
    // Whom nobody knows of is nobody, so that no other text stands for somebody.
    let about = arguments.about.and_then(|it| context.somebody(&it));
    let of_speaker = context.stimulus.filter(|it| holds(content, &it.name));
    let about = about.or_else(|| of_speaker.map(|it| it.speaker.clone()));
    // A statement of the speaker about a third person is hearsay, whoever the model says that it is
    // about; a statement about themselves is a fact.
    let own_word = of_speaker.is_some_and(|it| {
        about.as_ref() == Some(&it.speaker) && !names_others(content, it, context)
    });
    let kind = if own_word { NoteKind::Fact } else { NoteKind::Hearsay };
    let importance = arguments.importance.unwrap_or(6);
    let Arguments { content, replaces, .. } = arguments;
    Ok(ToolUse::Remember { content, importance, about, kind, replaces })
}

/// Returns whether a text names somebody besides the speaker and the mind itself.
fn names_others(content: &str, stimulus: &Stimulus, context: &ToolContext) -> bool {
    let own = context.persona.id.as_str();
    let words: Vec<&str> =
        content.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
    // Names have up to four words.
    let runs = (1..=4).flat_map(|many| words.windows(many));
    let mut others = runs.filter(|run| run.first().is_some_and(|it| begins_name(it)));
    others.any(|run| {
        let meant = (context.called)(&run.join(" "));
        meant.is_some_and(|id| id != stimulus.speaker && id.as_str() != own)
    })
}

fn begins_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}
