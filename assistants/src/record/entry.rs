//! One entry of the record: something that a mind perceived, thought, was answered or did.

use std::borrow::Cow;

use engine::{
    clock::WorldTime,
    id::{CharacterId, RoomId},
    label::{Integrity, Label, Origins, Readers},
};
use serde::{Deserialize, Serialize};
use world::{beings::character::CharacterRef, witness::fact::Source};

use super::{
    question::{QuestionPart, QuestionSegment},
    quote::Quote,
};
use crate::{
    gate::rules::{GateRule, Judgement},
    llm::{LlmError, Usage, allowance::OverBudget},
    turn::{
        StopReason,
        brief::{ScriptReason, TurnAuthority},
    },
};

mod forget;

/// Something that was written down about a mind, in its first form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordEntry {
    /// When, in milliseconds since the Unix epoch.
    pub at: WorldTime,
    /// Whose; none for what the record says of itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mind: Option<CharacterId>,
    /// In which thought, by the first of its ids. They begin anew with each run of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<u64>,
    /// Who may read the words in it.
    #[serde(default = "everyone", skip_serializing_if = "is_for_everyone")]
    pub readers: Readers,
    /// Who had a hand in them.
    #[serde(default, skip_serializing_if = "is_of_nobody")]
    pub origins: Origins,
    /// In which room its mind was, where everyone may read it and it was there that it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<RoomId>,
    pub what: Recorded,
}

/// An entry as it is written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RecordDocument<E = RecordEntry> {
    /// The first form.
    V1(E),
}

impl RecordDocument {
    /// The newest form.
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

/// What was written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recorded {
    /// It heard somebody, or noted what somebody did.
    Perceived {
        source: Source,
        /// Who spoke or acted; none for the world, or whoever is forgotten.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<CharacterRef>,
        words: Quote,
        /// What was done with it.
        action: PerceptionAction,
        verdict: RecordedVerdict,
    },
    /// A thought began.
    Begun {
        by: BegunBy,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<CharacterRef>,
        words: Quote,
        verdict: RecordedVerdict,
        /// Why the script answers, if no model is asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        script: Option<ScriptReason>,
    },
    /// Somebody was not answered, because too many spoke at once or a budget is used up.
    TurnedAway {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<CharacterRef>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        over: Option<OverBudget>,
    },
    /// The memory answered.
    Recalled {
        /// What a tool asked for; none for what came to mind by itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        query: Option<Quote>,
        notes: Vec<RecordedNote>,
    },
    /// A model was asked.
    Asked(RecordedQuestion),
    /// A model or the script answered.
    Replied(RecordedReply),
    /// A model did not answer.
    Failed {
        error: LlmError,
        /// After how many milliseconds.
        took: u64,
    },
    /// What was made of a reply that was not as it should be.
    Remarked { note: Quote },
    /// A call was carried out.
    Done { tool: Quote, result: Quote },
    /// A call was refused.
    Refused {
        tool: Quote,
        why: Quote,
        /// The rule of the gate that it broke, if it came as far.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<GateRule>,
    },
    /// A call was put before the gate.
    Judged(Box<Judgement>),
    /// Something was kept in mind.
    Noted {
        /// The note's number; none for a fact in a slot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        serial: Option<u64>,
        /// About whom.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<CharacterId>,
        words: Quote,
    },
    /// It came to know something that goes round.
    Learnt {
        /// Which deed: the same number wherever it is told.
        event: u64,
        /// Who told it; none for what it saw, or was said to have been.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<CharacterRef>,
        /// How often it was passed on until it came here.
        retellings: u8,
        /// As the engine words it for that mind.
        words: Quote,
    },
    /// Somebody was there who may not hear the answer.
    Withheld,
    /// The thought ended.
    Ended(RecordedEnd),
    /// So many entries could not be written down.
    Lost { entries: u64 },
    /// So many entries lost their words, because somebody is forgotten.
    Forgotten { entries: u64 },
    /// A player typed a line of which something had to be left out before the game read it.
    Typed {
        who: Option<CharacterRef>,
        /// As it was typed.
        raw: Quote,
    },
    /// The staff took memories back, or vouched for one.
    Amended {
        how: Amendment,
        /// The numbers of the notes.
        notes: Vec<u64>,
    },
    /// The operator read what was said in private.
    ReadInPrivate {
        /// To whom.
        of: CharacterId,
    },
}

/// What the staff did to memories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Amendment {
    /// They are gone, wherever they went.
    Retracted,
    /// It counts as so.
    Endorsed,
}

/// What a mind did with something that it perceived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PerceptionAction {
    /// It reacts.
    Reacts,
    /// It keeps it in view.
    Notes,
    /// It passed over it.
    PassesOver,
}

/// How something was judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedVerdict {
    /// The rule that fits.
    pub rule: Cow<'static, str>,
    /// How far the speaker is trusted, in percent.
    pub trust: u8,
    /// How many assistants it went through.
    pub hops: u8,
}

/// What set a thought off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum BegunBy {
    /// Words, or what was seen.
    Event,
    /// What somebody did, which the persona says something to.
    Deed,
    /// Somebody came in.
    Arrival,
    /// Somebody stood about.
    Gambit,
    /// The staff ordered it.
    Order,
}

/// A question to a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedQuestion {
    /// Which question of the thought, from 1.
    pub question: u8,
    /// How many lines of what happened stand in it, and how many memories.
    pub lines: usize,
    pub memories: usize,
    pub parts: Vec<QuestionPart>,
    /// About how many tokens it has.
    pub tokens: usize,
    /// The hash of the whole question.
    pub hash: String,
    /// Who will hear the answer.
    pub ears: Readers,
    /// How far what it was made of can be relied on.
    pub integrity: Integrity,
    #[serde(default)]
    pub kind: TurnAuthority,
    /// What it was made of, by provenance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub segments: Vec<QuestionSegment>,
    /// The tools that it offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Cow<'static, str>>,
    /// Whether it does without what others said.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub narrowed: bool,
}

/// An answer of a model or of the script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedReply {
    pub by: AnsweredBy,
    /// What it thought aloud, which nobody hears.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Quote>,
    pub calls: Vec<RecordedCall>,
    /// How many further calls there were.
    pub more: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// How long it took, in milliseconds.
    pub took: u64,
    /// What a script answered from, by provenance, and who hears it; a model's question says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub segments: Vec<QuestionSegment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ears: Option<Readers>,
}

/// The end of a thought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedEnd {
    pub reason: StopReason,
    /// Why the model's own part of it ended, when the script took over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<StopReason>,
    pub iterations: u8,
    pub max_iterations: u8,
    /// How many calls succeeded.
    pub successes: usize,
    /// How long it took, in milliseconds.
    pub took: u64,
}

/// Who answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnsweredBy {
    Model,
    Script,
}

/// A note that the memory gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedNote {
    pub serial: u64,
    pub words: Quote,
    /// Why it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Quote>,
}

/// A tool call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedCall {
    /// The tool, as the model wrote it.
    pub tool: Quote,
    /// The arguments by name: strings as they are, all else as JSON.
    pub arguments: Vec<(Quote, Quote)>,
    /// What came in place of arguments, when that was no JSON object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub malformed: Option<Quote>,
}

impl Recorded {
    /// Whether it says that a mind did not react to words, or what the staff did to its memory: what
    /// stands beside the thoughts.
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
            | Self::Learnt { .. } => true,
            Self::Begun { .. }
            | Self::Recalled { .. }
            | Self::Asked(_)
            | Self::Judged(_)
            | Self::Replied(_)
            | Self::Failed { .. }
            | Self::Remarked { .. }
            | Self::Done { .. }
            | Self::Refused { .. }
            | Self::Noted { .. }
            | Self::Withheld
            | Self::Ended(_)
            | Self::Lost { .. }
            | Self::Forgotten { .. }
            | Self::ReadInPrivate { .. } => false,
        }
    }

    /// Whoever spoke or acted, where that is somebody.
    #[must_use]
    pub fn party(&self) -> Option<&CharacterRef> {
        match self {
            Self::Perceived { who, .. }
            | Self::Begun { who, .. }
            | Self::TurnedAway { who, .. }
            | Self::Typed { who, .. }
            | Self::Learnt { from: who, .. } => who.as_ref(),
            Self::Recalled { .. }
            | Self::Asked(_)
            | Self::Judged(_)
            | Self::Replied(_)
            | Self::Failed { .. }
            | Self::Remarked { .. }
            | Self::Done { .. }
            | Self::Refused { .. }
            | Self::Noted { .. }
            | Self::Withheld
            | Self::Ended(_)
            | Self::Lost { .. }
            | Self::Forgotten { .. }
            | Self::Amended { .. }
            | Self::ReadInPrivate { .. } => None,
        }
    }
}

impl RecordEntry {
    /// An entry about a mind, whose words have this label.
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

    /// An entry that the record makes of itself.
    #[must_use]
    pub fn of_record(at: WorldTime, what: Recorded) -> Self {
        let (readers, origins) = (Readers::Everyone, Origins::default());
        Self { at, mind: None, thought: None, readers, origins, place: None, what }
    }

    /// The same with the room in which it happened; of what is for few no room is kept.
    #[must_use]
    pub fn in_room(mut self, place: Option<RoomId>) -> Self {
        self.place = place.filter(|_| self.readers == Readers::Everyone);
        self
    }
}
