//! Messages into the minds from outside, and requests of the minds to the outside.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId, label::Readers};
use serde::{Deserialize, Serialize};

use crate::{
    gate::consent::PromptReaders,
    llm::{
        ChatReply, ChatRequest, LlmError, Ticket,
        profile::{ModelKey, ModelProfile},
    },
    memory::{self, Note, NoteKind, RecallCandidate, catalog::NoteQuestion, shelf::Shelf},
    mind::dream,
    services::{Served, ServiceTool},
    tools,
    turn::Turn,
};

/// Limits of contexts by the settings, which personas may narrow further.
#[derive(Resource, Debug, Clone, Default)]
pub struct ContextSettings(pub crate::turn::context::LimitsByContext);

/// Timeout of a whole thought; 60 seconds by default.
#[derive(Resource, Debug, Clone, Copy)]
pub struct Patience(pub std::time::Duration);

impl Default for Patience {
    fn default() -> Self {
        Self(std::time::Duration::from_secs(60))
    }
}

/// Input to the minds from outside the simulation.
#[derive(Message, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum MindInput {
    /// A model answered, or did not.
    Replied {
        /// Ticket of the question.
        ticket: Ticket,
        result: Result<ChatReply, LlmError>,
    },
    /// The store answered. An empty answer is as good as any.
    Recalled {
        /// Ticket of the question.
        ticket: Ticket,
        /// Candidates for the notes that were asked for.
        notes: Vec<RecallCandidate>,
    },
    /// The new value of [`ExamplesLearned`](crate::mind::learned::ExamplesLearned).
    Learned(bool),
    /// A service answered, or did not.
    Served(Served),
    /// The tools of the services that there are now, in place of those before.
    Services(Vec<ServiceTool>),
    /// Endpoints that get no calls for now because they failed too often, and until when.
    Resting(BTreeMap<String, WorldTime>),
    /// New profile of a model, after a test of its endpoint.
    Profiled {
        /// Name of the provider; none for the default provider.
        provider: Option<String>,
        /// Name of the model; none for the provider's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        model: Option<String>,
        profile: ModelProfile,
    },
}

impl MindInput {
    /// Builds the input for the profile of a model.
    #[must_use]
    pub fn profiled(ModelKey { provider, model }: ModelKey, profile: ModelProfile) -> Self {
        Self::Profiled { provider, model, profile }
    }
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
    /// Ticket of the question.
    pub ticket: Ticket,
    /// Mind whose memory is asked.
    pub npc: CharacterId,
    /// Words to look for.
    pub words: String,
    pub about: Vec<CharacterId>,
    pub wanted: RecallWanted,
}

/// Selection of the notes of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecallWanted {
    /// Notes that match by text, subject or recency, and that all of these may read.
    Fitting {
        readers: PromptReaders,
        /// Time of the query.
        now: WorldTime,
        /// Number of lines to include on each side of the best.
        around: usize,
    },
    /// Every one that is about any of these or names them, whatever its words.
    AllAbout,
    /// Every one that holds these words as they follow one another, folded, and every one that was
    /// made of what was said, so that whoever asks sees which come of the others.
    Holding(Vec<String>),
    /// Note of this number.
    Numbered(u64),
    /// Entries of the journal.
    Journal,
    /// Notes of a night: the newest, conclusions, and what is faded at this time. Numbers of the
    /// notes come in the order in which they were made.
    Night(WorldTime),
}

impl RecallQuery {
    /// Returns the notes in memory that answer it.
    #[must_use]
    pub fn ask(&self, shelf: &mut Shelf) -> Vec<RecallCandidate> {
        match &self.wanted {
            RecallWanted::Fitting { readers, now, around } => {
                let question = NoteQuestion {
                    words: &self.words,
                    about: &self.about,
                    now: *now,
                    around: *around,
                };
                shelf.find(&self.npc, &question, |label| readers.may_read(label))
            }
            RecallWanted::AllAbout => shelf.all_about(&self.npc, &self.about),
            RecallWanted::Holding(run) => shelf.all(&self.npc, |it| is_holding(it, run)),
            RecallWanted::Numbered(serial) => shelf.all(&self.npc, |it| it.serial == *serial),
            RecallWanted::Journal => shelf.all(&self.npc, is_of_journal),
            RecallWanted::Night(now) => {
                let notes = shelf.notes(&self.npc).cloned().collect();
                of_night(notes, *now).into_iter().map(RecallCandidate::chosen).collect()
            }
        }
    }
}

/// Picks the notes of a night out of all of a mind, which stand in their order. Those that everybody
/// may read and the others are counted apart, so that private ones take no places.
#[must_use]
pub fn of_night(notes: Vec<Note>, now: WorldTime) -> Vec<Note> {
    let is_public = |note: &Note| note.label.readers == Readers::Everyone;
    let public = notes.iter().filter(|it| is_public(it)).count();
    // How many of each kind are passed over, from the oldest on, and how many faded ones are wanted.
    let mut older = [notes.len() - public, public].map(|all| all.saturating_sub(dream::NEWEST));
    let mut faded = [dream::MOST_PRUNED; 2];
    let mut is_wanted = |note: &Note| {
        let kind = usize::from(is_public(note));
        let (Some(older), Some(faded)) = (older.get_mut(kind), faded.get_mut(kind)) else {
            return false;
        };
        let is_new = *older == 0;
        *older = older.saturating_sub(1);
        let is_faded = *faded > 0 && dream::is_faded(note, now);
        *faded -= usize::from(is_faded);
        is_new || is_faded || note.kind.is_derived()
    };
    notes.into_iter().filter(|it| is_wanted(it)).collect()
}

/// Returns whether a note is an entry of the journal that still holds.
#[must_use]
pub fn is_of_journal(note: &Note) -> bool {
    note.kind == NoteKind::Journal && note.superseded_by.is_none()
}

/// Returns whether a note is among those that are wanted for holding words.
#[must_use]
pub fn is_holding(note: &Note, run: &[String]) -> bool {
    note.is_made() || memory::holds_run(&note.content, run)
}

/// Returns whether a thought waits for something outside of the tick: its model, the memory or a service.
/// What a command comes to is there in the same tick.
pub(super) fn waits_outside(turn: &Turn) -> bool {
    match turn {
        Turn::Idle => false,
        Turn::AwaitingRecall(..) => true,
        Turn::AwaitingModel(_, thought) => !thought.fallback,
        Turn::AwaitingTool(_, thought) => {
            let call = thought.queue.front();
            call.and_then(|it| tools::of_call(&it.tool)).is_some_and(|it| it.waits)
        }
    }
}
