//! Delegation: whom a character may ask on behalf of a visitor, and the tags under which others ask it.

use engine::id::CharacterId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::script::{Step, Topic};

/// Maximum number of others whom a character may ask.
pub const MOST_HELPERS: usize = 8;

/// Tools of a thought about a question that another passes on: it may look, remember and answer.
pub const HELPER_TOOLS: [&str; 11] = [
    "page",
    "noop",
    "inspect_location",
    "inspect",
    "search_objects",
    "who_is_here",
    "time",
    "recall_memories",
    "reconstruct_context",
    "search_library",
    "self_status",
];

/// Returns whether a tool is one of those with which such a question is answered, or not: the others
/// must be the requester's, too.
#[must_use]
pub fn answers_help(tool: &str) -> bool {
    tool == "page" || tool == "noop"
}

/// Delegation settings of a character. Without any it asks nobody, and is asked by its id alone.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DelegationSettings {
    /// Context that is handed over with a question; `Orchestrator` by default.
    pub mode: DelegationMode,
    /// Tags by which others ask it besides its id, such as what it keeps: `inn`.
    pub tags: Vec<String>,
    /// Helpers whom the character may ask, at most 8.
    pub asks: Vec<AskedHelper>,
}

/// Context that is handed over with a delegated question. The names are those of the isolation between the
/// two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
pub enum DelegationMode {
    /// No isolation: the question and the last lines of the talk, as far as all who will hear the answer
    /// and the helper may read them.
    None,
    /// The question alone, to be answered soberly.
    #[default]
    Orchestrator,
    /// The question and what the requester is there for; the helper answers in its own voice.
    Delegate,
}

impl DelegationMode {
    /// Returns the name of the mode in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Orchestrator => "orchestrator",
            Self::Delegate => "delegate",
        }
    }
}

/// Helper: another character whom a character may ask for visitors.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskedHelper {
    /// Id or tag of the other.
    pub whom: String,
    /// Patterns of the lines to which the other has the answer: the character offers to ask, where it has
    /// no topic of its own that fits better.
    #[serde(default)]
    pub about: Vec<String>,
}

impl DelegationSettings {
    /// Returns whether a character of this id with these settings is asked by a name.
    #[must_use]
    pub fn answers_to(&self, id: &CharacterId, whom: &str) -> bool {
        id.as_str() == whom || self.tags.iter().any(|it| it == whom)
    }

    /// Returns the names by which the character may ask others.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.asks.iter().take(MOST_HELPERS).map(|it| it.whom.clone()).collect()
    }

    /// Returns the topics of the matters that others have the answer to.
    pub(super) fn topics(&self) -> impl Iterator<Item = Topic> {
        let all = self.asks.iter().filter(|it| !it.about.is_empty());
        all.map(|AskedHelper { whom, about }| Topic {
            hears: about.clone(),
            steps: vec![Step::Delegate(whom.clone(), "{rest}".to_owned())],
            passes_to: Some(whom.clone()),
            ..Topic::said(format!("ask {whom}"), Vec::new())
        })
    }
}
