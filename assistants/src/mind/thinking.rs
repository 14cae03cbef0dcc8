//! What a mind is thinking.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    label::{Label, Readers},
};
use world::{act::cause::CallId, witness::conversation::ConversationId};

use crate::{
    gate::{budget::Payer, phrases::WordRuns},
    llm::{ChatReply, LlmError, Ticket, scene::Stimulus},
    memory::Note,
    mind::rumour::Rumour,
    record::question::QuestionSegment,
    turn::{Turn, brief::Brief, budget::Meter, guard::SendLog},
};

/// What a mind is thinking.
#[derive(Component, Debug, Default)]
pub struct Thinking {
    /// Where it is in its thought.
    pub turn: Turn,
    /// What the thought is about.
    pub matter: Option<TurnInput>,
    /// What the tool under way has shown so far.
    pub captured: Vec<(CallId, String, Label)>,
    /// When it last changed the world.
    pub acted: Option<WorldTime>,
    /// What it said lately.
    pub sent: SendLog,
    /// A thought that waits for its model while the script answers somebody else.
    pub parked: Option<Box<ParkedThought>>,
    /// The marks that fence data in the questions of the conversations that are open.
    pub fences: BTreeMap<ConversationId, String>,
}

impl Thinking {
    /// Whether it thinks of nothing at all.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.turn == Turn::Idle && self.parked.is_none()
    }
}

/// A thought that waits for its model while the script answers somebody else.
#[derive(Debug)]
pub struct ParkedThought {
    pub turn: Turn,
    pub matter: Option<TurnInput>,
    /// What its model answered meanwhile.
    pub reply: Option<(Ticket, Result<ChatReply, LlmError>)>,
}

/// What a thought is about.
#[derive(Debug, Clone)]
pub struct TurnInput {
    /// What it reacts to.
    pub stimulus: Option<Stimulus>,
    /// The provenance of what it reacts to.
    pub label: Label,
    /// Who pays for it.
    pub payer: Payer,
    /// What the thought about it is to be.
    pub brief: Brief,
    /// The conversation that it is part of.
    pub conversation: Option<ConversationId>,
    /// The mark that fences data in its questions.
    pub fence: String,
    /// When it began.
    pub since: WorldTime,
    /// What was remembered about the matter.
    pub memories: Vec<Note>,
    /// What the speaker said before that answers it, and what somebody else did.
    pub told: Option<Note>,
    pub heard: Option<Note>,
    /// What the speaker did to it, the newest first.
    pub deeds: Vec<Note>,
    /// What goes round and may be told here, first what the speaker has not heard; and whether the
    /// words ask for what follows.
    pub rumours: Vec<Rumour>,
    pub asks: Option<RumourAsked>,
    /// What it is telling just now.
    pub telling: Option<(u64, String)>,
    /// What it knows about it, in its own words.
    pub lore: Vec<String>,
    /// Whether it knew the speaker before.
    pub acquainted: bool,
    /// A number for variety.
    pub dice: u64,
    /// Who was to hear the answer when the model was last asked.
    pub audience: Option<Readers>,
    /// The provenance of everything that was asked of the model.
    pub context: Label,
    /// How much of the model's context is used.
    pub meter: Meter,
    /// What others than the one it answers said, as far as it stands in the question.
    pub foreign: WordRuns,
    /// Whether a call showed what somebody else wrote.
    pub reads: bool,
    /// Whether it thinks without what others said, because the gate refused what came of it.
    pub narrowing: Narrowing,
    /// What the last question was made of.
    pub segments: Vec<QuestionSegment>,
}

/// What words ask for of what goes round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RumourAsked {
    /// Anything new.
    News,
    /// Something that the first of the rumours answers.
    Answered,
}

/// Whether a thought does without what others said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Narrowing {
    #[default]
    No,
    /// From its next question on.
    Next,
    Yes,
}

/// The next free id for tickets and calls.
#[derive(Resource, Debug, Default)]
pub struct NextTicket(pub u64);

/// Which mind asked a question.
#[derive(Resource, Debug, Default)]
pub struct Asking(pub BTreeMap<Ticket, Entity>);
