//! What comes into the minds from outside, and what they ask of it.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use world::engine::id::CharacterId;

use crate::{
    llm::{ChatReply, ChatRequest, LlmError, Ticket},
    memory::Note,
};

/// How long a thought may take altogether.
#[derive(Resource, Debug, Clone, Copy)]
pub struct Patience(pub std::time::Duration);

impl Default for Patience {
    fn default() -> Self {
        Self(std::time::Duration::from_secs(60))
    }
}

/// Something that comes into the minds from outside.
#[derive(Message, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum MindInput {
    /// A model answered, or did not.
    Replied {
        /// Which question.
        ticket: Ticket,
        result: Result<ChatReply, LlmError>,
    },
    /// The store answered. An empty answer is as good as any.
    Recalled {
        /// Which question.
        ticket: Ticket,
        /// The notes, and how well their words fit; greater is better.
        notes: Vec<(Note, f64)>,
    },
}

/// A question to a model.
#[derive(Message, Debug, Clone)]
pub struct ModelCall(pub ChatRequest);

/// A question to a model that nobody waits for any more.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Withdraw(pub Ticket);

/// A question to the store.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct RecallQuery {
    /// Which question.
    pub ticket: Ticket,
    /// Whose memory.
    pub npc: CharacterId,
    /// Words to look for.
    pub words: String,
    pub about: Vec<CharacterId>,
    /// Whether every note is wanted that is about any of these or names them, and no other,
    /// whatever its words.
    pub all_about: bool,
    /// Most notes, unless all are wanted.
    pub limit: usize,
}
