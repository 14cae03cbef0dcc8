//! Contexts of thoughts: a table of what each may do at most. The persona and the state of the mind
//! only narrow it.

use serde::{Deserialize, Serialize};

use crate::llm::scene::{LeadKind, ThoughtOccasion};

/// Maximum number of requests to the model in one thought.
pub const MOST_ITERATIONS: u8 = 10;

/// Authority of a thought, by whose words are in its prompts.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum TurnAuthority {
    /// Reply to somebody, whose words are in the prompt: the mind may answer them by the same way
    /// or more privately, remember, and make offers.
    #[default]
    Reply,
    /// No words of players are in the prompt: the mind may do what both the character itself and
    /// the one who ordered it may do.
    #[serde(alias = "Plan")]
    Own,
}

/// Number of replies that a thought may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ThoughtMode {
    /// Single reply, whatever its result.
    SingleAction,
    /// Loop of replies until one is heard.
    #[default]
    ReactLoop,
}

/// Optional parts of a prompt, besides the persona and the stimulus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Components {
    /// Memories about the matter, which have to be retrieved first.
    pub memories: bool,
    /// Transcript of the conversation with the partner.
    pub transcript: bool,
    /// Recent lines of others.
    pub heard: bool,
}

impl Components {
    /// All parts.
    pub const ALL: Self = Self { memories: true, transcript: true, heard: true };
    /// No part with anybody's words.
    pub const NONE: Self = Self { memories: false, transcript: false, heard: false };
}

/// Fallback of a thought if its model fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Fallback {
    /// The script answers, because somebody waits.
    #[default]
    Script,
    /// The thought ends without an answer.
    Nothing,
}

/// Context of a thought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ThoughtContext {
    /// Words, or an arrival.
    #[default]
    Event,
    /// Deed: the script of the persona answers it.
    Deed,
    /// Gambit: the script speaks to an idle visitor.
    Gambit,
    /// Order of the staff.
    Order,
    /// Own accord, about something left open.
    Autonomous,
}

/// Row of the table: the widest brief of a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContextRow {
    pub context: ThoughtContext,
    pub name: &'static str,
    /// Authority, as long as the labels in the prompt allow it.
    pub authority: TurnAuthority,
    pub mode: ThoughtMode,
    pub components: Components,
    /// Maximum number of requests to the model.
    pub max_iterations: u8,
    pub fallback: Fallback,
    /// True if the script always answers.
    pub by_script: bool,
    /// True if the script looks first whether there is anything to say, whatever the model.
    pub is_planned: bool,
}

const EVENT: ContextRow = ContextRow {
    context: ThoughtContext::Event,
    name: "event",
    authority: TurnAuthority::Reply,
    mode: ThoughtMode::ReactLoop,
    components: Components::ALL,
    max_iterations: MOST_ITERATIONS,
    fallback: Fallback::Script,
    by_script: false,
    is_planned: false,
};

/// All contexts.
pub static CONTEXTS: [ContextRow; 5] = [
    EVENT,
    ContextRow { context: ThoughtContext::Deed, name: "deed", by_script: true, ..EVENT },
    ContextRow { context: ThoughtContext::Gambit, name: "gambit", by_script: true, ..EVENT },
    ContextRow {
        context: ThoughtContext::Order,
        name: "order",
        authority: TurnAuthority::Own,
        components: Components::NONE,
        ..EVENT
    },
    ContextRow {
        context: ThoughtContext::Autonomous,
        name: "autonomous",
        mode: ThoughtMode::SingleAction,
        max_iterations: 1,
        fallback: Fallback::Nothing,
        is_planned: true,
        ..EVENT
    },
];

impl ThoughtContext {
    /// Returns the context of a thought with this occasion.
    #[must_use]
    pub fn of(occasion: &ThoughtOccasion) -> Self {
        match occasion {
            ThoughtOccasion::Words | ThoughtOccasion::Arrival => Self::Event,
            ThoughtOccasion::Deed(_) => Self::Deed,
            ThoughtOccasion::Gambit => Self::Gambit,
            ThoughtOccasion::Order => Self::Order,
            // A letter is owed an answer, whenever it is read.
            ThoughtOccasion::Own(LeadKind::Letter(_)) => Self::Event,
            ThoughtOccasion::Own(_) => Self::Autonomous,
        }
    }

    /// Returns its row.
    #[must_use]
    pub fn row(self) -> &'static ContextRow {
        CONTEXTS.iter().find(|it| it.context == self).unwrap_or(&CONTEXTS[0])
    }
}
