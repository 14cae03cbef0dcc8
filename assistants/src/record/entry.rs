//! Entry of the record: a perception, a thought, an answer or an act of a mind.

use std::borrow::Cow;

use engine::{
    clock::WorldTime,
    foreign::ForeignText,
    id::{CharacterId, RoomId},
    label::{Integrity, Label, Origins, Readers},
};
use serde::{Deserialize, Serialize};
use world::{beings::character::CharacterRef, witness::fact::Source};

use super::question::{QuestionPart, QuestionSegment};
use crate::{
    gate::rules::{GateRule, Judgement},
    llm::{LlmError, Usage, allowance::OverBudget},
    mind::actions::ActionState,
    nlu::AskedFor,
    perceive::reading::{Intent, SpeechAct},
    turn::{
        ReviewFinding, StopReason,
        assess::TaskClass,
        brief::{ScriptReason, ThoughtMode, TurnAuthority},
        budget::compaction::Compaction,
    },
};

mod action;
mod change;
mod delegation;
mod forget;
mod goal;
mod service;

pub use action::RecordedAction;
pub use delegation::{DelegationEvent, RecordedDelegation};
pub use goal::RecordedGoal;
pub use service::RecordedService;

pub use change::{Amendment, MindChange};

pub use crate::llm::scene::OccasionKind;

/// Entry of the record, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordEntry {
    /// Time, in milliseconds since the Unix epoch.
    pub at: WorldTime,
    /// Mind that the entry is about; none for entries about the record itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mind: Option<CharacterId>,
    /// Id of the thought: the first of its ids. Ids start anew with each run of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<u64>,
    /// Characters permitted to read the words in the entry.
    #[serde(default = "everyone", skip_serializing_if = "is_for_everyone")]
    pub readers: Readers,
    /// Origins of the words in the entry.
    #[serde(default, skip_serializing_if = "is_of_nobody")]
    pub origins: Origins,
    /// Room of the mind at that time; only for public entries that happened there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<RoomId>,
    pub what: Recorded,
}

/// Versioned document of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RecordDocument<E = RecordEntry> {
    /// Version 1.
    V1(E),
}

impl RecordDocument {
    /// Returns the entry in the current version.
    #[must_use]
    pub fn current(self) -> RecordEntry {
        match self {
            Self::V1(it) => it,
        }
    }
}

fn everyone() -> Readers {
    Readers::Everyone
}

fn is_for_everyone(readers: &Readers) -> bool {
    *readers == Readers::Everyone
}

fn is_of_nobody(origins: &Origins) -> bool {
    *origins == Origins::default()
}

/// Event of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recorded {
    /// Perception of speech or of a deed.
    Perceived {
        source: Source,
        /// Speaker or actor; none for the world, and after the deletion of a character.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<CharacterRef>,
        words: ForeignText,
        /// Reaction of the mind.
        action: PerceptionAction,
        verdict: RecordedVerdict,
    },
    /// Beginning of a thought.
    Begun {
        by: OccasionKind,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<CharacterRef>,
        words: ForeignText,
        verdict: RecordedVerdict,
        /// Reason why the script answers; none if a model is asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        script: Option<ScriptReason>,
        /// True if nothing is retrieved from memory for it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lean: bool,
        /// Class of the task, if it narrows the thought.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        class: Option<TaskClass>,
    },
    /// Refusal of an answer, because too many spoke at once or a budget is used up.
    TurnedAway {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<CharacterRef>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        over: Option<OverBudget>,
        /// True if the staff have made the character silent.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stopped: bool,
        /// True if the character slept, and nobody waited for an answer.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        asleep: bool,
    },
    /// Result of a memory query.
    Recalled {
        /// Query of a tool; none for automatic retrieval.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        query: Option<ForeignText>,
        notes: Vec<RecordedNote>,
    },
    /// Reading of the words that a thought answers.
    Read(RecordedReading),
    /// Question to a model.
    Asked(RecordedQuestion),
    /// Answer of a model or of the script.
    Replied(RecordedReply),
    /// Failure of a model.
    Failed {
        error: LlmError,
        /// Duration until the failure, in milliseconds.
        took: u64,
    },
    /// Remark on an invalid or corrected reply.
    Remarked { note: ForeignText },
    /// Success of a tool call.
    Done { tool: ForeignText, result: ForeignText },
    /// Refusal of a tool call.
    Refused {
        tool: ForeignText,
        why: ForeignText,
        /// Rule of the gate that refused it; none if the call was refused elsewhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<GateRule>,
    },
    /// Decision of the gate on a tool call.
    Judged(Box<Judgement>),
    /// New note or remembered fact.
    Noted {
        /// Serial number of the note; none for a fact in a slot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        serial: Option<u64>,
        /// Character that the note is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<CharacterId>,
        words: ForeignText,
        /// True if the note is an entry of the journal.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        journal: bool,
    },
    /// New rumour.
    Learnt {
        /// Id of the deed, the same wherever it is told.
        event: u64,
        /// Character that told it; none for an eyewitness account or a statement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<CharacterRef>,
        /// Number of retellings until it reached this mind.
        retellings: u8,
        /// Wording by the engine for that mind.
        words: ForeignText,
    },
    /// Presence of a character that may not hear the answer.
    Withheld,
    /// End of a thought.
    Ended(RecordedEnd),
    /// End of a turn of a long action, or of the action itself.
    Action(RecordedAction),
    /// Change of a goal.
    Goal(RecordedGoal),
    /// Change of a delegated question: it was put, answered, or told of.
    Delegation(RecordedDelegation),
    /// Answer of a service outside the game, or its failure.
    Served(RecordedService),
    /// Number of entries that could not be stored.
    Lost { entries: u64 },
    /// Number of entries whose words were deleted with a character.
    Forgotten { entries: u64 },
    /// Line typed by a player from which something was removed before it was parsed.
    Typed {
        who: Option<CharacterRef>,
        /// Line as it was typed.
        raw: ForeignText,
    },
    /// Retraction or endorsement of notes by the staff.
    Amended {
        how: Amendment,
        /// Serial numbers of the notes.
        notes: Vec<u64>,
    },
    /// Change of the mind itself: its persona, and whether it thinks.
    Changed(MindChange),
    /// Access of the operator to private speech.
    ReadInPrivate {
        /// Character whose private speech was read.
        of: CharacterId,
    },
}

/// Reaction of a mind to a perception.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PerceptionAction {
    /// Reaction with a thought.
    Reacts,
    /// Remembered as context only.
    Notes,
    /// Ignored.
    PassesOver,
}

/// Verdict of the attention rules on a perception.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedVerdict {
    /// Name of the attention rule that matched.
    pub rule: Cow<'static, str>,
    /// Trust in the speaker, in percent.
    pub trust: u8,
    /// Hop count: number of assistants that it went through.
    pub hops: u8,
}

/// Question to a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedQuestion {
    /// Number of the question within the thought, from 1.
    pub question: u8,
    /// Number of event lines and of notes in the prompt.
    pub lines: usize,
    pub memories: usize,
    pub parts: Vec<QuestionPart>,
    /// Estimated number of tokens of the prompt.
    pub tokens: usize,
    /// Hash of the whole question, as 16 hexadecimal digits.
    pub hash: String,
    /// Audience of the answer.
    pub ears: Readers,
    /// Integrity of the prompt's sources.
    pub integrity: Integrity,
    #[serde(default)]
    pub kind: TurnAuthority,
    /// Segments of the prompt, by provenance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub segments: Vec<QuestionSegment>,
    /// Tools that were offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Cow<'static, str>>,
    /// True if other characters' words were left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub narrowed: bool,
    /// Compaction of the prompt, if it would have filled too much of the context.
    #[serde(default, skip_serializing_if = "Compaction::is_none")]
    pub compaction: Compaction,
}

/// Answer of a model or of the script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedReply {
    pub by: AnsweredBy,
    /// Text of the reply outside of tool calls, which nobody hears.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<ForeignText>,
    pub calls: Vec<RecordedCall>,
    /// Number of further calls, which are not listed.
    pub more: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Duration in milliseconds.
    pub took: u64,
    /// Segments that a script answered from, by provenance, and its audience; for a model the
    /// question has both.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub segments: Vec<QuestionSegment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ears: Option<Readers>,
}

/// End of a thought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedEnd {
    pub reason: StopReason,
    /// Reason why the model's part ended, if the script took over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<StopReason>,
    /// Execution mode of the thought.
    #[serde(default)]
    pub mode: ThoughtMode,
    pub iterations: u8,
    pub max_iterations: u8,
    /// Number of successful calls.
    pub successes: usize,
    /// Finding of the review, if the model was asked once more for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewed: Option<ReviewFinding>,
    /// Names of the guardrails that dropped calls, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drops: Vec<Cow<'static, str>>,
    /// Duration in milliseconds.
    pub took: u64,
}

/// Author of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnsweredBy {
    Model,
    Script,
}

/// Note retrieved from memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedNote {
    pub serial: u64,
    pub words: ForeignText,
    /// Reason for the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<ForeignText>,
    /// Trust in whoever said it, in percent, if somebody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trust: Option<u8>,
}

/// Tool call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedCall {
    /// Name of the tool, as written by the model.
    pub tool: ForeignText,
    /// Arguments by name: strings as they are, other values as JSON.
    pub arguments: Vec<(ForeignText, ForeignText)>,
    /// Raw arguments that were no JSON object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub malformed: Option<ForeignText>,
}

/// Reading of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedReading {
    pub act: SpeechAct,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intent: Option<Intent>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<Intent>,
    pub is_sure: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<AskedFor>,
    /// Slot and value of a fact about the speaker, in their own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<(String, ForeignText)>,
}

impl Recorded {
    /// Returns whether the entry stands beside the thoughts: words without a reaction, refused
    /// answers, typed lines, new rumours, changes of memory by the staff, and changes of the mind.
    #[must_use]
    pub fn passes_over(&self) -> bool {
        match self {
            Self::Perceived { action, source, .. } => {
                let words = !matches!(source, Source::Deed | Source::Feedback);
                words && *action != PerceptionAction::Reacts
            }
            Self::TurnedAway { .. }
            | Self::Typed { .. }
            | Self::Amended { .. }
            | Self::Changed(_)
            | Self::Goal(_)
            | Self::Learnt { .. } => true,
            // Of the others, the end of a turn tells.
            Self::Action(it) => it.state == ActionState::Cancelled,
            Self::Delegation(it) => it.stands_apart(),
            Self::Begun { .. }
            | Self::Recalled { .. }
            | Self::Read(_)
            | Self::Asked(_)
            | Self::Judged(_)
            | Self::Replied(_)
            | Self::Failed { .. }
            | Self::Remarked { .. }
            | Self::Done { .. }
            | Self::Refused { .. }
            | Self::Noted { .. }
            | Self::Withheld
            | Self::Served(_)
            | Self::Ended(_)
            | Self::Lost { .. }
            | Self::Forgotten { .. }
            | Self::ReadInPrivate { .. } => false,
        }
    }

    /// Returns the speaker or actor, if any.
    #[must_use]
    pub fn party(&self) -> Option<&CharacterRef> {
        match self {
            Self::Perceived { who, .. }
            | Self::Begun { who, .. }
            | Self::TurnedAway { who, .. }
            | Self::Typed { who, .. }
            | Self::Learnt { from: who, .. } => who.as_ref(),
            Self::Changed(change) => change.by(),
            Self::Goal(it) => it.by.as_ref(),
            Self::Recalled { .. }
            | Self::Read(_)
            | Self::Asked(_)
            | Self::Judged(_)
            | Self::Replied(_)
            | Self::Failed { .. }
            | Self::Remarked { .. }
            | Self::Done { .. }
            | Self::Refused { .. }
            | Self::Noted { .. }
            | Self::Withheld
            | Self::Served(_)
            | Self::Action(_)
            | Self::Ended(_)
            | Self::Lost { .. }
            | Self::Forgotten { .. }
            | Self::Amended { .. }
            | Self::ReadInPrivate { .. } => None,
            Self::Delegation(it) => it.asker.as_ref(),
        }
    }
}

impl RecordEntry {
    /// Creates an entry about a mind, whose words have this label.
    #[must_use]
    pub fn new(
        at: WorldTime,
        mind: CharacterId,
        thought: Option<u64>,
        label: &Label,
        what: Recorded,
    ) -> Self {
        let (readers, origins) = (label.readers.clone(), label.origins.clone());
        Self { at, mind: Some(mind), thought, readers, origins, place: None, what }
    }

    /// Creates an entry about the record itself.
    #[must_use]
    pub fn of_record(at: WorldTime, what: Recorded) -> Self {
        let (readers, origins) = (Readers::Everyone, Origins::default());
        Self { at, mind: None, thought: None, readers, origins, place: None, what }
    }

    /// Returns the entry with its room; the room of an entry that is not public is dropped.
    #[must_use]
    pub fn in_room(mut self, place: Option<RoomId>) -> Self {
        self.place = place.filter(|_| self.readers == Readers::Everyone);
        self
    }
}
