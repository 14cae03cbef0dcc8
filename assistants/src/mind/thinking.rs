//! State of a mind's thought in progress.

use std::{collections::BTreeMap, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
};
use world::{act::cause::CallId, witness::conversation::ConversationId};

use crate::{
    gate::{budget::Payer, phrases::WordRuns},
    llm::{ChatReply, LlmError, Ticket, chain::ModelChain, scene::Stimulus, scripted::ScriptDraft},
    memory::{Note, RecallCandidate},
    mind::{copies::ReaderCopies, rumour::Rumour, talk_state::TalkState},
    record::question::QuestionSegment,
    services::ServiceError,
    turn::{
        Turn,
        brief::Brief,
        budget::{Meter, compaction::Compaction},
        guard::SendLog,
    },
};

/// State of a mind's thought in progress.
#[derive(Component, Debug, Default)]
pub struct Thinking {
    /// State machine of the thought.
    pub turn: Turn,
    /// Input of the thought.
    pub matter: Option<TurnInput>,
    /// Output captured so far from the command of the tool call in progress.
    pub captured: Vec<(CallId, String, Label)>,
    /// Time of its last act that changed the world, for rate limiting.
    pub acted: Option<WorldTime>,
    /// Time of its last request to a model.
    pub asked: Option<WorldTime>,
    /// Log of its recent lines.
    pub sent: ReaderCopies<SendLog>,
    /// Number of thoughts about each character so far, for variety of answers; of more than
    /// [`draws`](super::bounds::MindBounds::draws) characters the first is dropped, and so it is of those with whom it only
    /// spoke in private.
    pub draws: BTreeMap<CharacterId, ReaderCopies<u64>>,
    /// Thought suspended while its model works and the script answers another character.
    pub parked: Option<Box<ParkedThought>>,
    /// Delimiters of quoted data in prompts, by open conversation.
    pub fences: BTreeMap<ConversationId, String>,
}

impl Thinking {
    /// Counts a thought about a character for those who may know of it, and returns its number.
    pub fn draw(&mut self, whom: &CharacterId, readers: &Readers, most: usize) -> u64 {
        let counts = self.draws.entry(whom.clone()).or_default();
        counts.change(readers, || 0, |it| *it += 1);
        let number = counts.of(readers).copied().unwrap_or_default();
        let is_public = |of: &ReaderCopies<u64>| of.of(&Readers::Everyone).is_some();
        let among = self.draws.get(whom).is_some_and(is_public);
        let like = || self.draws.iter().filter(|(_, of)| is_public(of) == among);
        if like().count() > most {
            let other = like().map(|(id, _)| id).find(|it| *it != whom).cloned();
            other.and_then(|it| self.draws.remove(&it));
        }
        number
    }

    /// Drops the counts of thoughts about some characters, and what only they and others may know.
    pub fn forget(&mut self, is_gone: impl Fn(&CharacterId) -> bool) {
        self.draws.retain(|whom, counts| {
            counts.forget(&is_gone);
            !is_gone(whom) && !counts.is_empty()
        });
        self.sent.forget(is_gone);
    }

    /// Returns whom the active thought answers.
    #[must_use]
    pub fn partner(&self) -> Option<&CharacterId> {
        self.matter.as_ref()?.stimulus.as_ref().map(|it| &it.speaker)
    }

    /// Returns whether there is no thought, neither active nor parked.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.turn == Turn::Idle && self.parked.is_none()
    }
}

/// Thought suspended while its model, the memory or a service works and the script answers another
/// character.
#[derive(Debug)]
pub struct ParkedThought {
    pub turn: Turn,
    pub matter: Option<TurnInput>,
    /// Reply of what it waits for, in the meantime.
    pub reply: Option<ParkedReply>,
}

/// Reply that came while its thought was suspended.
#[derive(Debug)]
pub enum ParkedReply {
    /// Reply of a model.
    Model(Ticket, Result<ChatReply, LlmError>),
    /// Answer of a service.
    Service(Result<String, ServiceError>, Duration),
    /// Notes that the memory found.
    Memory(Ticket, Vec<RecallCandidate>),
}

/// Input of a thought.
#[derive(Debug, Clone)]
pub struct TurnInput {
    /// Event that set it off; none for a thought without one.
    pub stimulus: Option<Stimulus>,
    /// Provenance label of the event.
    pub label: Label,
    /// Payer of the thought.
    pub payer: Payer,
    /// Brief of the turn: authority, mode, tools and limits.
    pub brief: Brief,
    /// Models that it may ask.
    pub chain: ModelChain,
    /// Conversation that the event is part of.
    pub conversation: Option<ConversationId>,
    /// Delimiter of quoted data in its prompts.
    pub fence: String,
    /// Time of its beginning.
    pub since: WorldTime,
    /// Number of earlier lines of the speaker whose questions it took the place of.
    pub replaced: u8,
    /// Notes retrieved from memory for it.
    pub memories: Vec<Note>,
    /// Earlier statements that answer the speaker: the speaker's own, and another character's.
    pub told: Option<Note>,
    pub heard: Option<Note>,
    /// Noted deeds of the speaker towards this NPC, newest first.
    pub deeds: Vec<Note>,
    /// Notes that this NPC derived from others and that came to mind: insights, profiles and entries of
    /// its journal, newest first.
    pub derived: Vec<Note>,
    /// Rumours that may be told here, those new to the speaker first; and the kind of rumour that
    /// the words ask for.
    pub rumours: Vec<Rumour>,
    pub asks: Option<RumourAsked>,
    /// Rumour being told, by deed id and wording.
    pub telling: Option<(u64, String)>,
    /// Draft in the last question to the model.
    pub draft: ScriptDraft,
    /// State of the talk once the answer is said.
    pub talk: Option<TalkState>,
    /// True if the mind knew the speaker before.
    pub acquainted: bool,
    /// Random number for variety of answers.
    pub dice: u64,
    /// Audience of the answer at the last question to the model.
    pub audience: Option<Readers>,
    /// Combined provenance label of everything sent to the model.
    pub context: Label,
    /// Usage of the model's context.
    pub meter: Meter,
    /// Word runs of characters other than the partner, as far as they are in the prompt.
    pub foreign: WordRuns,
    /// True if a call showed text written by another character.
    pub reads: bool,
    /// Narrowing of the prompt to exclude other characters' words, after a refusal of the gate.
    pub narrowing: Narrowing,
    /// Segments of the last question, by provenance.
    pub segments: Vec<QuestionSegment>,
    /// Compaction of its questions, chosen before the first.
    pub compaction: Compaction,
}

/// Kind of rumour that words ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RumourAsked {
    /// Any news.
    News,
    /// A question that the first of the rumours answers.
    Answered,
}

/// Narrowing of a thought's prompts: exclusion of other characters' words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Narrowing {
    #[default]
    No,
    /// Excluded from the next question on.
    Next,
    Yes,
}

/// Counter for the ids of tickets and calls.
#[derive(Resource, Debug, Default)]
pub struct NextTicket(pub u64);

impl NextTicket {
    /// Takes so many ids, and returns the first.
    pub fn take(&mut self, many: u64) -> u64 {
        let first = self.0;
        self.0 += many;
        first
    }
}

/// Mind that asked each open question.
#[derive(Resource, Debug, Default)]
pub struct Asking(pub BTreeMap<Ticket, Entity>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::bounds::MindBounds;

    const MOST: usize = MindBounds::IN_PLAY.draws;

    #[test]
    fn thoughts_about_whispers_of_many_put_out_no_count_of_what_everybody_heard() {
        let id = |name: &str| CharacterId::new(name).unwrap();
        let mut it = Thinking::default();
        let aside = |it: &mut Thinking, who: &str| {
            it.draw(&id(who), &Readers::Only([id(who), id("mara")].into()), MOST)
        };
        assert_eq!(it.draw(&id("ann"), &Readers::Everyone, MOST), 1);
        for n in 0..2 * MOST {
            assert_eq!(aside(&mut it, &format!("p{n}")), 1);
        }
        assert_eq!(it.draw(&id("ann"), &Readers::Everyone, MOST), 2);
        assert_eq!(it.draws.len(), MOST + 1);
        for n in 0..2 * MOST {
            it.draw(&id(&format!("q{n}")), &Readers::Everyone, MOST);
        }
        assert_eq!(it.draws.len(), 2 * MOST);
    }
}
