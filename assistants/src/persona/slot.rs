//! Slots: what a character keeps in mind about each person it meets, one current value each.

use schemars::JsonSchema;
use serde::Deserialize;

use super::script::{Step, Topic};

/// Something to know about a person: what they like, where they come from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// Patterns that end with a `*`, which takes the value: `i come from *`; none for what the
    /// character finds out by itself.
    #[serde(default)]
    pub told: Vec<String>,
    /// What is known then, to stand behind the name: `comes from {}`.
    pub known: String,
    /// Patterns of a bare answer, right after a text that asks for it.
    #[serde(default = "bare")]
    pub bare: Vec<String>,
    /// What is said to somebody who tells it: one of these.
    #[serde(default)]
    pub text: Vec<String>,
}

fn bare() -> Vec<String> {
    ["*", "a *", "an *", "some *", "the *", "just *", "mostly *", "usually *", "from *"]
        .map(str::to_owned)
        .to_vec()
}

impl Slot {
    /// What the built-in brain does when it is told, and when it is answered after one of these
    /// texts.
    pub(super) fn topics(&self, name: &str, asked_by: Vec<String>) -> [Topic; 2] {
        let fills = |hears: &[String]| Topic {
            hears: hears.to_vec(),
            fills: Some(name.to_owned()),
            steps: vec![Step::Learn(name.to_owned()), Step::Reply(self.text.clone())],
            ..Topic::said(name.to_owned(), Vec::new())
        };
        let answered = Topic {
            name: format!("{name}, answered"),
            follows: asked_by,
            is_answer: true,
            ..fills(&self.bare)
        };
        [fills(&self.told), answered]
    }
}
