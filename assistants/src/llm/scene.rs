//! What a thought is about, as facts: who, where, what was said, what was
//! found out. The built-in brain decides on these, never on prose.

use std::sync::Arc;

use world::{
    engine::id::{ChannelId, CharacterId},
    witness::fact::Source,
};

use crate::persona::Persona;

/// The facts of one thought so far.
#[derive(Debug, Clone)]
pub struct Scene {
    /// Who thinks.
    pub persona: Arc<Persona>,
    /// What it reacts to; none when it thinks of its own accord.
    pub stimulus: Option<Stimulus>,
    /// The name of the room it is in.
    pub place: String,
    /// The names of the others who are there, the speaker included.
    pub present: Vec<String>,
    /// The time of day in the game, for people.
    pub time: String,
    /// The best memories about the matter, best first.
    pub memories: Vec<String>,
    /// Whether it has spoken with the speaker before this thought's stimulus.
    pub acquainted: bool,
    /// The last thing it said to the speaker.
    pub said_last: Option<String>,
    /// What the steps of this thought did so far, in order.
    pub done: Vec<Done>,
    /// A number that differs from thought to thought, for variety.
    pub dice: u64,
}

/// What a thought reacts to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stimulus {
    /// Who caused it.
    pub speaker: CharacterId,
    /// The name of the one who caused it.
    pub name: String,
    /// By which way it came.
    pub source: Source,
    /// The channel it came by.
    pub channel: Option<ChannelId>,
    /// What was said, or what was done in words; empty for an arrival.
    pub words: String,
    /// The name of what was given to the character, if that is what was done.
    pub gift: Option<String>,
    /// Whether it was said to the character, who then owes an answer. To what was only said in the
    /// room or on a channel it answers when it knows one.
    pub asked: bool,
}

/// One step that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    pub tool: String,
    /// Whether it succeeded.
    pub success: bool,
    /// What it showed, or why it failed.
    pub content: String,
}
