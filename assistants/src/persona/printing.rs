//! What a character prints for everybody to read.

use engine::id::KindId;
use schemars::JsonSchema;
use serde::Deserialize;
use world::content::{authored::Content, problem::Problem, reading::Read};

use super::Persona;

/// What a character prints.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Printing {
    /// The kind of thing on which it stands; while there is nothing to tell, that reads as it was
    /// written.
    pub on: KindId,
    /// At which hour of the world's clock it is set anew, 0 to 23.
    #[serde(default = "at_first_light")]
    pub hour: u8,
    /// What stands at the head of it.
    pub head: String,
}

fn at_first_light() -> u8 {
    6
}

/// What is wrong with what a character prints, if anything is.
pub(super) fn problem(file: &Read<Persona>, content: &Content) -> Option<Problem> {
    let Printing { on, hour, head } = file.value.prints.as_ref()?;
    let node = file.tree.field("prints");
    let at = |field: &str, sentence: String| {
        Some(Problem::new(&file.path, node.field(field).position(), sentence))
    };
    if let Some(sentence) = content.unknown_kind(on) {
        return at("on", sentence);
    }
    if *hour > 23 {
        return at("hour", format!("a day has the hours 0 to 23, not {hour}"));
    }
    if head.trim().is_empty() {
        return at("head", "a sheet has a head; write a line".to_owned());
    }
    None
}
