//! Slots: facts that a character remembers about each person, one current value each.

use schemars::JsonSchema;
use serde::Deserialize;

use super::script::{Step, Topic};

/// Slot: a kind of fact about a person, such as what they like or where they come from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// Patterns of lines that tell the value, which their final `*` takes: `i come from *`; none
    /// for what the character finds out by itself.
    #[serde(default)]
    pub told: Vec<String>,
    /// Predicate with the value, to stand after the name: `comes from {}`.
    pub known: String,
    /// Patterns of a bare answer, right after a text that asks for it.
    #[serde(default = "bare")]
    pub bare: Vec<String>,
    /// Texts to say when the value is told: one of these.
    #[serde(default)]
    pub text: Vec<String>,
}

fn bare() -> Vec<String> {
    ["*", "a *", "an *", "some *", "the *", "just *", "mostly *", "usually *", "from *"]
        .map(str::to_owned)
        .to_vec()
}

impl Slot {
    /// Returns the topics of the built-in brain for the slot: being told the value, and a bare
    /// answer where the talk asked for it.
    pub(super) fn topics(&self, name: &str) -> [Topic; 2] {
        let fills = |hears: &[String]| Topic {
            hears: hears.to_vec(),
            fills: Some(name.to_owned()),
            steps: vec![Step::Learn(name.to_owned()), Step::Reply(self.text.clone())],
            ..Topic::said(name.to_owned(), Vec::new())
        };
        let answered =
            Topic { name: format!("{name}, answered"), is_answer: true, ..fills(&self.bare) };
        [fills(&self.told), answered]
    }
}
