//! Printed sheet of rumours of a character.

use engine::id::KindId;
use schemars::JsonSchema;
use serde::Deserialize;
use world::content::{authored::Content, problem::Problem, reading::Read};

use super::Persona;

/// Printed sheet of rumours of a character.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Printing {
    /// Kind of the thing that it is printed on; if there is nothing to tell, the thing reads as
    /// written.
    pub on: KindId,
    /// Hour of the world's clock at which it is printed anew, 0 to 23; 6 by default.
    #[serde(default = "at_first_light")]
    pub hour: u8,
    /// Headline of the sheet.
    pub head: String,
}

fn at_first_light() -> u8 {
    6
}

/// Returns the problem of a printing, if there is one.
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
