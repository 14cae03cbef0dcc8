//! Delegations of a mind: questions of visitors that it has put to another character, each a saved row
//! until the visitor was told.
//!
//! ```text
//! Asked ─answer, or none─► Answered ─words are said─► Telling ─► gone
//!                             ▲                          │
//!                             └─────── not said ─────────┘
//! ```

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::{ChannelId, CharacterId},
    label::{Label, Readers},
};
use serde::{Deserialize, Serialize};
use world::{
    beings::character::CharacterRef,
    witness::{conversation::ConversationId, fact::Source},
};

use crate::{gate::budget::Payer, llm::scene::DelegationId, persona::delegation::DelegationMode};

pub mod saved;
#[cfg(test)]
mod tests;

/// Maximum number of delegations of a mind that are open; further ones are refused.
pub const MOST_OPEN: usize = 3;
/// Maximum length of a delegated question, in characters.
pub const LONGEST_TASK: usize = 240;
/// Maximum length of the answer as it is handed back, in characters.
pub const LONGEST_ANSWER: usize = 240;
/// Maximum number of lines of the talk, or of sentences, that are handed over with a question.
pub const MOST_HANDED: usize = 4;
/// Time that a question takes to its helper.
pub const ON_ITS_WAY: Duration = Duration::from_secs(3);
/// Time until something that was not possible is tried again.
pub const AGAIN: Duration = Duration::from_secs(5);
/// Time within which a helper has to answer.
pub const ANSWERED_WITHIN: Duration = Duration::from_secs(60);
/// Time for which an answer is kept for a visitor who is away.
pub const KEPT_FOR: Duration = Duration::from_secs(7_200);
/// Maximum number of thoughts in which a mind tries to tell an answer.
const MOST_TRIES: u8 = 3;

/// Progress of a delegation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum DelegationState {
    /// The helper has not answered yet.
    #[default]
    Asked,
    /// The answer is there, or the reason for none, and the visitor was not told yet.
    Answered,
    /// The visitor is being told. Over a restart it counts as done, so that nothing is said twice.
    Telling,
}

/// Reason why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NoAnswer {
    /// The helper has nothing to say to it.
    Nothing,
    /// The helper did not answer in time.
    TimedOut,
    /// The helper sleeps.
    Asleep,
    /// The helper answers nobody now, or not this visitor.
    Unreachable,
    /// The helper exists no more.
    Gone,
}

impl NoAnswer {
    /// Returns the reason as a sentence about a helper, without a full stop.
    #[must_use]
    pub fn sentence(self, helper: &str) -> String {
        match self {
            Self::Nothing => format!("{helper} has nothing to say to that"),
            Self::TimedOut => format!("{helper} has not answered"),
            Self::Asleep => format!("{helper} is asleep"),
            Self::Unreachable => format!("{helper} is not to be asked now"),
            Self::Gone => format!("{helper} is not in town any more"),
        }
    }
}

/// Delegated question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delegation {
    pub id: DelegationId,
    pub state: DelegationState,
    /// Character who was asked.
    pub helper: CharacterRef,
    /// Visitor for whom the question is put.
    pub asker: CharacterRef,
    /// Words of the question.
    pub task: String,
    pub mode: DelegationMode,
    /// Lines of the talk, or duties of the requester, that were handed over with the question.
    pub handed: Vec<String>,
    /// Answer of the helper, in a bounded form.
    pub answer: Option<String>,
    /// Reason why there is none.
    pub why: Option<NoAnswer>,
    /// Combined label of the question, of what was handed over, and of the answer.
    pub label: Label,
    /// Hearers of the answer.
    pub hearers: Readers,
    /// Payer of the requester's thought, who pays for the helper's.
    pub payer: Payer,
    /// Names of the tools of the requester's thought.
    pub tools: Vec<String>,
    /// Way by which the visitor asked, and so the way to tell them.
    pub source: Source,
    pub channel: Option<ChannelId>,
    /// Conversation in which the visitor asked; none after a restart.
    pub conversation: Option<ConversationId>,
    /// Time at which the delegation was put, or at which the answer came.
    pub since: WorldTime,
    /// Number of thoughts that failed to tell the answer.
    pub tries: u8,
}

impl Delegation {
    /// Returns the answer, or why there is none, as a sentence of the engine.
    #[must_use]
    pub fn sentence(&self) -> String {
        let helper = &self.helper.name;
        match (&self.answer, self.why) {
            (Some(answer), _) => format!("{helper} says: \"{answer}\""),
            (None, why) => format!("{}.", why.unwrap_or(NoAnswer::Nothing).sentence(helper)),
        }
    }

    /// Returns whether a character has to do with it.
    #[must_use]
    pub fn names(&self, whom: &CharacterId) -> bool {
        self.helper.id == *whom || self.asker.id == *whom || self.label.names(whom)
    }

    /// Returns the time until which the delegation stays in its state.
    #[must_use]
    pub fn until(&self) -> WorldTime {
        match self.state {
            DelegationState::Asked => self.since.after(ANSWERED_WITHIN),
            DelegationState::Answered | DelegationState::Telling => self.since.after(KEPT_FOR),
        }
    }
}

/// Open delegations of a mind, oldest first.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
pub struct Delegations {
    all: Vec<Delegation>,
    /// Number of the next delegation.
    next: u64,
}

impl Delegations {
    /// Creates the delegations of a mind from what was saved. Those of which the visitor was being told
    /// are over.
    fn restored(next: u64, mut all: Vec<Delegation>) -> Self {
        all.retain(|it| it.state != DelegationState::Telling);
        Self { all, next }
    }

    /// Returns all open delegations, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Delegation> {
        self.all.iter()
    }

    /// Returns a delegation.
    #[must_use]
    pub fn get(&self, id: DelegationId) -> Option<&Delegation> {
        self.all.iter().find(|it| it.id == id)
    }

    fn get_mut(&mut self, id: DelegationId) -> Option<&mut Delegation> {
        self.all.iter_mut().find(|it| it.id == id)
    }

    /// Returns whether there is no room for another.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.all.len() >= MOST_OPEN
    }

    /// Returns whether a helper was asked for a visitor, who was not told of the answer yet.
    #[must_use]
    pub fn has_open(&self, helper: &CharacterId, asker: &CharacterId) -> bool {
        self.all.iter().any(|it| it.helper.id == *helper && it.asker.id == *asker)
    }

    /// Adds a delegation, and returns its number; none if [`MOST_OPEN`] are open.
    pub fn add(&mut self, new: Delegation) -> Option<DelegationId> {
        if self.is_full() {
            return None;
        }
        self.next = self.next.saturating_add(1);
        let id = DelegationId(self.next);
        self.all.push(Delegation { id, ..new });
        Some(id)
    }

    /// Notes an answer with its label, which the delegation takes on. Returns whether it was waited for.
    pub fn answer(
        &mut self,
        id: DelegationId,
        (answer, label): (String, &Label),
        now: WorldTime,
    ) -> bool {
        let Some(it) = self.waiting(id) else { return false };
        (it.state, it.since, it.answer) = (DelegationState::Answered, now, Some(answer));
        it.label.absorb(label);
        true
    }

    /// Notes that there is no answer. Returns whether one was waited for.
    pub fn fail(&mut self, id: DelegationId, why: NoAnswer, now: WorldTime) -> bool {
        let Some(it) = self.waiting(id) else { return false };
        (it.state, it.since, it.why) = (DelegationState::Answered, now, Some(why));
        true
    }

    fn waiting(&mut self, id: DelegationId) -> Option<&mut Delegation> {
        self.get_mut(id).filter(|it| it.state == DelegationState::Asked)
    }

    /// Moves an answered delegation to the state `Telling`, before the answer is told to the visitor, so
    /// that it is not told again after a restart. Returns whether the delegation was in the state
    /// `Answered`.
    pub fn begin_telling(&mut self, id: DelegationId) -> bool {
        let answered = self.get_mut(id).filter(|it| it.state == DelegationState::Answered);
        answered.map(|it| it.state = DelegationState::Telling).is_some()
    }

    /// Notes that a thought that was to tell of an answer did not. Returns whether it is tried again.
    pub fn put_off(&mut self, id: DelegationId) -> bool {
        let Some(it) = self.get_mut(id).filter(|it| it.state != DelegationState::Asked) else {
            return false;
        };
        it.state = DelegationState::Answered;
        it.tries = it.tries.saturating_add(1);
        it.tries < MOST_TRIES
    }

    /// Restarts the timeouts of all delegations after a start of the server, because no time passed for
    /// those who were asked, and returns the ids of the delegations.
    pub fn resume(&mut self, now: WorldTime) -> Vec<DelegationId> {
        self.all.iter_mut().for_each(|it| it.since = now);
        self.all.iter().map(|it| it.id).collect()
    }

    /// Removes a delegation and returns it.
    pub fn close(&mut self, id: DelegationId) -> Option<Delegation> {
        let at = self.all.iter().position(|it| it.id == id)?;
        Some(self.all.remove(at))
    }

    /// Removes all delegations of this kind. Returns whether there were any.
    pub fn drop_where(&mut self, is_such: impl Fn(&Delegation) -> bool) -> bool {
        let before = self.all.len();
        self.all.retain(|it| !is_such(it));
        self.all.len() != before
    }
}

/// Timer: a delegation of a mind has to be looked at.
pub struct DelegationDue {
    pub mind: Entity,
    pub id: DelegationId,
}

/// Timer: delegations go on after a start of the server, whose clock is right from the first tick on.
pub struct DelegationsResumed {
    pub mind: Entity,
}
