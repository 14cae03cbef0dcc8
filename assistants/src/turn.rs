//! One thought as a value: perceive, ask the model, use a tool, ask again. It
//! is moved by [`step`] alone, which does nothing itself; what is to be done
//! comes back as an [`Effect`].
//!
//! ```text
//! Idle ─Begin─► AwaitingRecall ─Recalled─► AwaitingModel ─Replied─► AwaitingTool
//!   ▲                                          ▲  │                    │
//!   └──────────────── Finish ◄─────────────────┴──┴─── ToolFinished ◄──┘
//! ```

use std::collections::VecDeque;

use serde_json::{Map, Value};
use world::act::cause::CallId;

use crate::llm::{LlmError, Ticket, Usage, scene::Done};

pub mod advice;
pub mod brief;
pub mod budget;
pub mod guard;
mod stop;
#[cfg(test)]
mod tests;

use brief::{AskedFirst, Brief, Fallback, MOST_ITERATIONS, ThoughtMode};
pub use stop::{StopReason, ToolClass};

/// Most calls that one reply may carry; further ones are refused.
pub const MAX_CALLS: usize = 4;

/// Ids that one thought may use up: tickets and calls together.
pub const IDS_PER_THOUGHT: u64 = 128;

/// The model's questions with the calls of their replies, the script's with those of its own, and what
/// is asked of the memory: no thought uses more ids than it has.
const _: () = assert!(
    2 * (1 + MAX_CALLS as u64) * (MOST_ITERATIONS as u64) + 2 <= IDS_PER_THOUGHT,
    "a thought has an id for each of its questions and calls"
);

/// The tool whose use is shown to whom it is for, in the persona's own words: an answer, though the
/// thought goes on after it.
const OFFER: &str = "offer";

/// Where a mind is in its thought.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Turn {
    /// It is not thinking.
    #[default]
    Idle,
    /// It waits for its memory.
    AwaitingRecall(Ticket, Box<Thought>),
    /// It waits for its model.
    AwaitingModel(Ticket, Box<Thought>),
    /// It waits for what a tool does.
    AwaitingTool(CallId, Box<Thought>),
}

/// A thought in progress.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Thought {
    /// The first of the ids that belong to it.
    pub base: u64,
    /// How many of them are used.
    pub used: u64,
    /// Which question to the model this is, counted from 1.
    pub iteration: u8,
    /// Whether it has answered: spoken, or made an offer.
    pub spoken: bool,
    /// Whether the script answers, as its brief says or because the model could not.
    pub fallback: bool,
    /// What the script is to say in place of a model.
    pub stand_in: StandIn,
    /// Whether its context is all but full.
    pub critical: bool,
    /// Whether this is the last question, with tools for speaking only.
    pub last: bool,
    /// Why it ends when the calls of the current reply are done: one of them was heard.
    pub ends: Option<StopReason>,
    /// Why the model's own thought ended, when the script took over.
    pub failure: Option<StopReason>,
    /// Replies in a row that held nothing to use.
    pub unusable: u8,
    /// Tokens used so far.
    pub usage: Usage,
    /// The calls of the current reply that are still to be done, and the one
    /// under way first.
    pub queue: VecDeque<Call>,
    /// What was called and what came of it, by reply.
    pub exchanges: Vec<Exchange>,
    /// The error that made the script answer.
    pub error: Option<LlmError>,
}

/// What a script says in place of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StandIn {
    /// Its answer, or an excuse when it has none.
    #[default]
    Answer,
    /// An excuse, which is all that there is room for.
    Excuse,
    /// A gesture: the model chose to say nothing to somebody who spoke to it.
    Gesture,
}

/// One reply of the model and what came of its calls.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Exchange {
    /// Its words, which nobody hears.
    pub text: Option<String>,
    /// Its calls, in order.
    pub calls: Vec<Call>,
    /// What came of them, in the same order.
    pub results: Vec<Done>,
    /// What to tell the model when there was no call.
    pub hint: Option<String>,
}

/// A call whose tool is known and allowed.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The model's id for it.
    pub id: String,
    pub tool: String,
    pub arguments: Map<String, Value>,
    /// What the tool does to the thought.
    pub category: ToolClass,
    /// Why it cannot be done, if it cannot.
    pub refused: Option<String>,
    /// Whether its tool is one of the turn's.
    pub offered: bool,
    /// Whether it is speech of which whoever is answered notices nothing.
    pub elsewhere: bool,
    /// Whether the texts are the author's, filled in by the engine, rather than a model's.
    pub authored: bool,
}

/// What a model decided, as far as it can be read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Decision {
    /// Its words beside its calls, which nobody hears.
    pub text: Option<String>,
    pub calls: Vec<Call>,
    /// What was changed about the calls as they came, for the record.
    pub notes: Vec<String>,
    /// What it cost.
    pub usage: Usage,
    /// Whether the context is all but full.
    pub critical: bool,
}

/// Something that moves a thought on.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    Begin(Box<Thought>),
    /// The memory answered.
    Recalled(Ticket),
    /// The model answered, or did not.
    Replied(Ticket, Result<Decision, LlmError>),
    /// A tool came to an end.
    ToolFinished(CallId, Done),
    /// It took too long.
    Expire,
    /// It is withdrawn.
    Cancel,
    /// Staff stopped all minds at once.
    EmergencyStop,
}

impl Event {
    /// A tool came to an end: with what it showed, or why it could not.
    #[must_use]
    pub fn finished(id: CallId, tool: &str, result: Result<String, String>) -> Self {
        let (success, content) = match result {
            Ok(content) => (true, content),
            Err(why) => (false, why),
        };
        Self::ToolFinished(id, Done { tool: tool.to_owned(), success, content })
    }
}

/// What is to be done next.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Ask the memory.
    Recall(Ticket),
    /// Ask the model.
    CallModel(Ticket),
    /// Let the script answer.
    CallScript(Ticket),
    /// Use a tool.
    RunTool(CallId, Call),
    /// The thought is over.
    Finish(Box<Record>),
}

/// What became of a thought.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Why it ended.
    pub reason: StopReason,
    /// How many questions there were.
    pub iterations: u8,
    /// How many there could have been.
    pub max_iterations: u8,
    /// Whether anything succeeded.
    pub success: bool,
    /// How many calls succeeded.
    pub success_count: usize,
    /// The thought itself.
    pub thought: Thought,
}

/// An event that does not fit the state; nothing was changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Unexpected {
    /// The state, as it was.
    pub turn: Turn,
    pub event: Event,
}

impl Thought {
    fn id(&mut self) -> u64 {
        self.used += 1;
        self.base + self.used.min(IDS_PER_THOUGHT) - 1
    }

    /// What the steps did so far, in order.
    pub fn done(&self) -> impl Iterator<Item = &Done> {
        self.exchanges.iter().flat_map(|it| &it.results)
    }

    fn settle(&mut self, done: Done) {
        if let Some(exchange) = self.exchanges.last_mut() {
            exchange.results.push(done);
        }
    }
}

impl Turn {
    /// The thought in progress.
    #[must_use]
    pub fn thought(&self) -> Option<&Thought> {
        match self {
            Self::Idle => None,
            Self::AwaitingRecall(_, it)
            | Self::AwaitingModel(_, it)
            | Self::AwaitingTool(_, it) => Some(it),
        }
    }

    /// The thought in progress.
    pub fn thought_mut(&mut self) -> Option<&mut Thought> {
        match self {
            Self::Idle => None,
            Self::AwaitingRecall(_, it)
            | Self::AwaitingModel(_, it)
            | Self::AwaitingTool(_, it) => Some(it),
        }
    }
}

/// Moves a thought on.
///
/// # Errors
/// [`Unexpected`] when the event does not belong to the state: a late answer,
/// for instance.
pub fn step(turn: Turn, event: Event, brief: &Brief) -> Result<(Turn, Effect), Box<Unexpected>> {
    match (turn, event) {
        (Turn::Idle, Event::Begin(mut thought)) => {
            thought.fallback = brief.first == AskedFirst::Script;
            thought.stand_in = brief.script;
            if !brief.components.memories {
                return Ok(ask(thought, brief));
            }
            let ticket = Ticket(thought.id());
            Ok((Turn::AwaitingRecall(ticket, thought), Effect::Recall(ticket)))
        }
        (Turn::AwaitingRecall(ticket, thought), Event::Recalled(it)) if it == ticket => {
            Ok(ask(thought, brief))
        }
        (Turn::AwaitingModel(ticket, thought), Event::Replied(it, reply)) if it == ticket => {
            Ok(replied(thought, reply, brief))
        }
        (Turn::AwaitingTool(call, thought), Event::ToolFinished(it, done)) if it == call => {
            Ok(finished(thought, done, brief))
        }
        (turn @ Turn::Idle, event) => Err(Box::new(Unexpected { turn, event })),
        (
            Turn::AwaitingRecall(_, thought)
            | Turn::AwaitingModel(_, thought)
            | Turn::AwaitingTool(_, thought),
            Event::Expire,
        ) => Ok(stop(thought, StopReason::Expired, brief)),
        (
            Turn::AwaitingRecall(_, thought)
            | Turn::AwaitingModel(_, thought)
            | Turn::AwaitingTool(_, thought),
            Event::Cancel,
        ) => Ok(finish(thought, StopReason::Cancelled, brief)),
        (
            Turn::AwaitingRecall(_, thought)
            | Turn::AwaitingModel(_, thought)
            | Turn::AwaitingTool(_, thought),
            Event::EmergencyStop,
        ) => Ok(finish(thought, StopReason::EmergencyStop, brief)),
        (turn, event) => Err(Box::new(Unexpected { turn, event })),
    }
}

/// Asks the model, or the script in its place.
fn ask(mut thought: Box<Thought>, brief: &Brief) -> (Turn, Effect) {
    if thought.iteration >= brief.max_iterations {
        return stop(thought, StopReason::MaxIterations, brief);
    }
    // When the context is all but full, one question is left, for speaking.
    if thought.last {
        return stop(thought, StopReason::CriticalTokens, brief);
    }
    thought.last = thought.critical;
    thought.iteration += 1;
    let ticket = Ticket(thought.id());
    let effect =
        if thought.fallback { Effect::CallScript(ticket) } else { Effect::CallModel(ticket) };
    (Turn::AwaitingModel(ticket, thought), effect)
}

fn replied(
    mut thought: Box<Thought>,
    reply: Result<Decision, LlmError>,
    brief: &Brief,
) -> (Turn, Effect) {
    let decision = match reply {
        Ok(decision) => decision,
        Err(error) => {
            thought.error = Some(error);
            return stop(thought, StopReason::LlmError, brief);
        }
    };
    thought.usage.prompt = thought.usage.prompt.saturating_add(decision.usage.prompt);
    thought.usage.completion = thought.usage.completion.saturating_add(decision.usage.completion);
    thought.critical |= decision.critical;
    let usable = decision.calls.iter().any(|it| it.refused.is_none());
    thought.unusable = if usable { 0 } else { thought.unusable + 1 };
    let no_call = decision.calls.is_empty();
    thought.exchanges.push(Exchange {
        text: decision.text,
        calls: decision.calls.clone(),
        results: Vec::new(),
        hint: no_call.then(|| advice::CALL_A_TOOL.to_owned()),
    });
    if thought.unusable >= 2 {
        return stop(thought, StopReason::ParseError, brief);
    }
    thought.queue = decision.calls.into();
    next_call(thought, brief)
}

/// Takes the next call of the reply, or asks again when there is none.
fn next_call(mut thought: Box<Thought>, brief: &Brief) -> (Turn, Effect) {
    while let Some(call) = thought.queue.front() {
        if let Some(why) = &call.refused {
            let done = Done { tool: call.tool.clone(), success: false, content: why.clone() };
            thought.queue.pop_front();
            thought.settle(done);
            continue;
        }
        // One change of the world is enough for a thought.
        if call.category == ToolClass::Dangerous && thought.ends == Some(StopReason::DangerousTool)
        {
            let content = advice::NOT_RUN.to_owned();
            let done = Done { tool: call.tool.clone(), success: false, content };
            thought.queue.pop_front();
            thought.settle(done);
            continue;
        }
        if call.category == ToolClass::Silence {
            return match thought.ends {
                None if owes_sign(&thought, brief) => gesture(thought),
                ends => finish(thought, ends.unwrap_or(StopReason::Noop), brief),
            };
        }
        let call = call.clone();
        let id = CallId(thought.id());
        return (Turn::AwaitingTool(id, thought), Effect::RunTool(id, call));
    }
    if let Some(reason) = thought.ends {
        // Words to somebody else are no sign to whoever asked.
        if reason == StopReason::TerminalTool && owes_sign(&thought, brief) {
            return gesture(thought);
        }
        return finish(thought, reason, brief);
    }
    if brief.mode == ThoughtMode::SingleAction {
        return stop(thought, StopReason::MaxIterations, brief);
    }
    ask(thought, brief)
}

fn finished(mut thought: Box<Thought>, done: Done, brief: &Brief) -> (Turn, Effect) {
    let Some(call) = thought.queue.pop_front() else { return ask(thought, brief) };
    let success = done.success;
    thought.spoken |= success && call.tool == OFFER;
    thought.settle(done);
    match (call.category, success) {
        // The rest of the reply is carried out too: words may come with a gesture.
        (ToolClass::Terminal, true) => {
            thought.spoken |= !call.elsewhere;
            thought.ends = thought.ends.or(Some(StopReason::TerminalTool));
        }
        (ToolClass::Dangerous, true) => {
            thought.ends = thought.ends.or(Some(StopReason::DangerousTool));
        }
        // What comes after a failure was decided before it; the model decides anew.
        (_, false) => {
            for skipped in std::mem::take(&mut thought.queue) {
                let content = advice::NOT_RUN.to_owned();
                thought.settle(Done { tool: skipped.tool, success: false, content });
            }
        }
        (ToolClass::SafeChain | ToolClass::AsyncRequired | ToolClass::Silence, true) => {}
    }
    next_call(thought, brief)
}

/// Whether somebody spoke to the mind and has had no sign of it yet.
fn owes_sign(thought: &Thought, brief: &Brief) -> bool {
    brief.owes_sign && !thought.spoken && !thought.fallback
}

/// Ends a thought that wants to say nothing to somebody who spoke to it: with a sign that it heard.
fn gesture(mut thought: Box<Thought>) -> (Turn, Effect) {
    thought.queue.clear();
    thought.ends = Some(StopReason::Noop);
    thought.stand_in = StandIn::Gesture;
    let ticket = Ticket(thought.id());
    (Turn::AwaitingModel(ticket, thought), Effect::CallScript(ticket))
}

/// Ends a thought that did not go well. When somebody waits for an answer and
/// has none yet, the script gives it first: a character is never mute.
fn stop(mut thought: Box<Thought>, reason: StopReason, brief: &Brief) -> (Turn, Effect) {
    if brief.fallback == Fallback::Nothing || thought.spoken || thought.fallback {
        return finish(thought, reason, brief);
    }
    thought.fallback = true;
    thought.failure = Some(reason);
    thought.critical = false;
    thought.last = false;
    thought.unusable = 0;
    thought.queue.clear();
    // The script starts from the beginning, with as many steps as a model has.
    thought.iteration = 1;
    thought.exchanges.clear();
    let ticket = Ticket(thought.id());
    (Turn::AwaitingModel(ticket, thought), Effect::CallScript(ticket))
}

#[expect(clippy::boxed_local, reason = "thoughts travel in boxes, so that turns stay small")]
fn finish(thought: Box<Thought>, reason: StopReason, brief: &Brief) -> (Turn, Effect) {
    let success_count = thought.done().filter(|it| it.success).count();
    let record = Record {
        reason,
        iterations: thought.iteration,
        max_iterations: brief.max_iterations,
        success: success_count > 0,
        success_count,
        thought: *thought,
    };
    (Turn::Idle, Effect::Finish(Box::new(record)))
}
