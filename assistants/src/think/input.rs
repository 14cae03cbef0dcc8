//! Inputs of a thought: events of its state machine, with what the record keeps of how they came about.

use engine::label::Label;
use world::act::cause::CallId;

use crate::{
    gate::rules::GateRule,
    llm::{ChatReply, LlmError, Ticket},
    memory::Found,
    perceive::{classify::AttentionRule, reading::Reading},
    record::entry::RecordedService,
    turn::{Call, Decision, Event, Planned, Thought, brief::Assessment, guard::Dropped},
};

/// Input of a thought.
pub(super) enum ThoughtInput {
    Begin(Box<ThoughtBeginning>),
    /// Notes that the memory found by itself.
    Recalled {
        ticket: Ticket,
        found: Vec<Found>,
    },
    /// Plan of the script, with its reading of the words and its reply.
    Planned {
        ticket: Ticket,
        planned: Planned,
        reading: Option<Box<Reading>>,
        reply: Option<Box<ChatReply>>,
    },
    /// Reply of the script, raw and decoded.
    Scripted {
        ticket: Ticket,
        reply: Box<ChatReply>,
        decision: Decision,
    },
    /// Reply of a model, raw and decoded.
    Replied {
        ticket: Ticket,
        reply: Box<ChatReply>,
        decision: Decision,
    },
    /// Failure of a model, or a question that could not be paid for.
    Failed {
        ticket: Ticket,
        error: LlmError,
    },
    /// Failure of a model in whose place another one is asked, with a note on both.
    PassedOn {
        ticket: Ticket,
        error: LlmError,
        note: String,
    },
    ToolFinished(Box<FinishedCall>),
    /// Presence of a character who may not hear the answer.
    Withheld,
    Expired,
    Cancelled,
    EmergencyStop,
}

/// ThoughtBeginning of a thought.
pub(super) struct ThoughtBeginning {
    pub(super) thought: Thought,
    /// Attention rule that accepted its trigger.
    pub(super) rule: AttentionRule,
    /// Trust in the speaker, in percent.
    pub(super) trust: u8,
    pub(super) assessment: Assessment,
}

/// Finished tool call.
pub(super) struct FinishedCall {
    pub(super) id: CallId,
    pub(super) call: Call,
    pub(super) result: Result<String, CallRefused>,
    pub(super) source: ResultSource,
}

/// Source of the result of a tool call.
pub(super) enum ResultSource {
    /// Game itself: a command, or the mind's own state.
    Game,
    /// Service outside the game, or the cache of its answers.
    Service(RecordedService),
    /// Notes of the mind.
    Memory(FoundNotes),
}

/// Notes that a search by a tool found.
pub(super) struct FoundNotes {
    pub(super) query: String,
    /// Provenance of the thought before it knew them.
    pub(super) label: Label,
    pub(super) found: Vec<Found>,
    /// True if the result is these notes and nothing else.
    pub(super) is_result: bool,
}

/// Refusal of a call.
pub(super) struct CallRefused {
    /// Reason, for the model.
    pub(super) why: String,
    /// Rule of the gate that it breaks, if it does.
    pub(super) rule: Option<GateRule>,
    /// Guardrail that drops it, if one does.
    pub(super) dropped: Option<Dropped>,
}

impl From<String> for CallRefused {
    fn from(why: String) -> Self {
        Self { why, rule: None, dropped: None }
    }
}

impl From<Dropped> for CallRefused {
    fn from(it: Dropped) -> Self {
        Self { why: it.hint().to_owned(), rule: None, dropped: Some(it) }
    }
}

impl ThoughtInput {
    /// Builds the input for a finished tool call.
    pub(super) fn finished(
        id: CallId,
        call: Call,
        result: Result<String, CallRefused>,
        source: ResultSource,
    ) -> Self {
        Self::ToolFinished(Box::new(FinishedCall { id, call, result, source }))
    }

    /// Returns the event of the state machine.
    pub(super) fn into_event(self) -> Event {
        match self {
            Self::Begin(it) => Event::Begin(Box::new(it.thought)),
            Self::Recalled { ticket, found: _ } => Event::Recalled(ticket),
            Self::Planned { ticket, planned, reading: _, reply: _ } => {
                Event::Planned(ticket, planned)
            }
            Self::Scripted { ticket, decision, reply: _ }
            | Self::Replied { ticket, decision, reply: _ } => Event::Replied(ticket, Ok(decision)),
            Self::Failed { ticket, error } => Event::Replied(ticket, Err(error)),
            Self::PassedOn { ticket, error: _, note: _ } => Event::PassedOn(ticket),
            Self::ToolFinished(it) => {
                let FinishedCall { id, call, result, source: _ } = *it;
                Event::finished(id, &call.tool, result.map_err(|of| of.why))
            }
            Self::Withheld | Self::Cancelled => Event::Cancel,
            Self::Expired => Event::Expire,
            Self::EmergencyStop => Event::EmergencyStop,
        }
    }
}
