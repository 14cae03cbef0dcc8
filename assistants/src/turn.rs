//! State machine of one thought: retrieve memories, prompt the model, run a tool call, prompt
//! again. [`step`] alone advances it and has no side effects; what is to be done comes back as an
//! [`Effect`].
//!
//! ```text
//! Idle ─Begin─► AwaitingRecall ─Recalled─► AwaitingModel ─Replied─► AwaitingTool
//!   ▲                                          ▲  │                    │
//!   └──────────────── Finish ◄─────────────────┴──┴─── ToolFinished ◄──┘
//! ```

use world::act::cause::CallId;

use crate::llm::{LlmError, Ticket, chain::MOST_FALLBACKS, scene::Done};

pub mod advice;
pub mod assess;
pub mod assistant_talk;
pub mod brief;
pub mod budget;
pub mod context;
pub mod guard;
mod phase;
pub mod plan;
mod review;
mod stop;
#[cfg(test)]
mod tests;
mod thought;
pub mod wording;

use brief::{AskedFirst, Brief, Fallback, MOST_CALLS, MOST_ITERATIONS, MOST_ROUNDS, ThoughtMode};
pub use review::{ReviewFinding, is_ack_only};
use review::{close, owes_sign, stand_in_for, withhold};
pub use stop::{StopReason, ToolClass};
pub use thought::{Call, Decision, Exchange, StandIn, Thought, ThoughtPhase};

/// Number of ids reserved for one thought: tickets and calls together.
pub const IDS_PER_THOUGHT: u64 = 128;

/// A thought never runs out of ids: model requests with the calls of their replies, script requests
/// with theirs, requests to fallbacks, and memory retrieval.
const _: () = assert!(
    2 * (1 + MOST_CALLS as u64) * (MOST_ITERATIONS as u64)
        + (1 + MOST_CALLS as u64) * (MOST_ROUNDS as u64)
        + MOST_FALLBACKS as u64
        + 2
        <= IDS_PER_THOUGHT,
    "a thought has an id for each of its questions and calls"
);

/// Name of the tool that makes an offer. Its use is shown to the recipient in the persona's own
/// words, so it counts as an answer although the thought goes on after it.
const OFFER: &str = "offer";

/// State of a mind's thought.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Turn {
    /// No thought in progress.
    #[default]
    Idle,
    /// Waits for the memory retrieval.
    AwaitingRecall(Ticket, Box<Thought>),
    /// Waits for the reply of the model.
    AwaitingModel(Ticket, Box<Thought>),
    /// Waits for the result of a tool call.
    AwaitingTool(CallId, Box<Thought>),
}

/// Event that advances a thought.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    Begin(Box<Thought>),
    /// The memory retrieval finished.
    Recalled(Ticket),
    /// The script made its plan.
    Planned(Ticket, Planned),
    /// The model replied, or failed.
    Replied(Ticket, Result<Decision, LlmError>),
    /// The model gave no answer, and the next one is to be asked the same.
    PassedOn(Ticket),
    /// A tool call finished.
    ToolFinished(CallId, Done),
    /// Timeout of the thought.
    Expire,
    /// Cancellation, by staff or because nobody there may read the answer.
    Cancel,
    /// Emergency stop of all minds at once, by staff.
    EmergencyStop,
}

impl Event {
    /// Builds the event for a finished tool call: with its output, or the reason of its failure.
    #[must_use]
    pub fn finished(id: CallId, tool: &str, result: Result<String, String>) -> Self {
        let (success, content) = match result {
            Ok(content) => (true, content),
            Err(why) => (false, why),
        };
        Self::ToolFinished(id, Done { tool: tool.to_owned(), success, content })
    }
}

/// Plan of the script for the next move of a thought that a model may answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Planned {
    /// Calls to run before the model is asked.
    Act(Decision),
    /// Answer of the script, so that no model is asked.
    Answer(Decision),
    /// Request to the model.
    Ask,
}

/// Side effect to perform next.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Retrieve memories.
    Recall(Ticket),
    /// Let the script plan the next move.
    Plan(Ticket),
    /// Send a request to the model.
    CallModel(Ticket),
    /// Let the script answer.
    CallScript(Ticket),
    /// Run a tool call.
    RunTool(CallId, Call),
    /// End the thought.
    Finish(Box<Record>),
}

/// Outcome of a finished thought.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Stop reason.
    pub reason: StopReason,
    /// Execution mode: that of the brief, narrowed by the model's assessment.
    pub mode: ThoughtMode,
    /// Number of requests to whoever answered first: the model, or the script where none was asked.
    pub iterations: u8,
    /// Maximum number of requests.
    pub max_iterations: u8,
    /// True if any tool call succeeded.
    pub success: bool,
    /// Number of successful calls.
    pub success_count: usize,
    /// Final state of the thought.
    pub thought: Thought,
}

/// Error: event that does not fit the state; nothing was changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Unexpected {
    /// Unchanged state.
    pub turn: Turn,
    pub event: Event,
}

impl Turn {
    /// Returns the thought in progress.
    #[must_use]
    pub fn thought(&self) -> Option<&Thought> {
        match self {
            Self::Idle => None,
            Self::AwaitingRecall(_, it)
            | Self::AwaitingModel(_, it)
            | Self::AwaitingTool(_, it) => Some(it),
        }
    }

    /// Returns the thought in progress, mutably.
    pub fn thought_mut(&mut self) -> Option<&mut Thought> {
        match self {
            Self::Idle => None,
            Self::AwaitingRecall(_, it)
            | Self::AwaitingModel(_, it)
            | Self::AwaitingTool(_, it) => Some(it),
        }
    }
}

/// Advances a thought by one event.
///
/// # Errors
/// Returns [`Unexpected`] if the event does not belong to the state: a late reply, for instance.
pub fn step(turn: Turn, event: Event, brief: &Brief) -> Result<(Turn, Effect), Box<Unexpected>> {
    match (turn, event) {
        (Turn::Idle, Event::Begin(mut thought)) => {
            thought.fallback = brief.first == AskedFirst::Script;
            thought.stand_in = brief.script;
            thought.phase = phase::first(&thought, brief);
            if !brief.components.memories {
                return Ok(plan(thought, brief));
            }
            let ticket = Ticket(thought.id());
            Ok((Turn::AwaitingRecall(ticket, thought), Effect::Recall(ticket)))
        }
        (Turn::AwaitingRecall(ticket, thought), Event::Recalled(it)) if it == ticket => {
            Ok(plan(thought, brief))
        }
        (Turn::AwaitingModel(ticket, thought), Event::Planned(it, planned)) if it == ticket => {
            Ok(go_by(thought, planned, brief))
        }
        (Turn::AwaitingModel(ticket, thought), Event::Replied(it, reply)) if it == ticket => {
            Ok(replied(thought, reply, brief))
        }
        (Turn::AwaitingModel(ticket, mut thought), Event::PassedOn(it)) if it == ticket => {
            // It is the same question, so it counts once.
            let next = Ticket(thought.id());
            Ok((Turn::AwaitingModel(next, thought), Effect::CallModel(next)))
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

/// Lets the script plan the next move, unless it answers anyway.
fn plan(mut thought: Box<Thought>, brief: &Brief) -> (Turn, Effect) {
    thought.preparing = false;
    if thought.fallback || !brief.plans || thought.rounds >= brief.rounds {
        return ask(thought, brief);
    }
    thought.rounds += 1;
    let ticket = Ticket(thought.id());
    (Turn::AwaitingModel(ticket, thought), Effect::Plan(ticket))
}

/// Goes on by the plan of the script.
fn go_by(mut thought: Box<Thought>, planned: Planned, brief: &Brief) -> (Turn, Effect) {
    match planned {
        Planned::Ask => ask(thought, brief),
        Planned::Answer(decision) => {
            thought.fallback = true;
            thought.iteration = thought.iteration.max(1);
            replied(thought, Ok(decision), brief)
        }
        Planned::Act(decision) => {
            thought.exchanges.push(Exchange {
                calls: decision.calls.clone(),
                by_script: true,
                ..Exchange::default()
            });
            thought.queue = decision.calls.into();
            thought.preparing = true;
            next_call(thought, brief)
        }
    }
}

/// Sends the next request to the model, or to the script in its place.
fn ask(mut thought: Box<Thought>, brief: &Brief) -> (Turn, Effect) {
    if thought.iteration >= phase::most_questions(&thought, brief) {
        return stop(thought, StopReason::MaxIterations, brief);
    }
    // If the context is nearly full, one request is left, for speaking only.
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
    // A model that was asked once more, and has nothing to add, is done.
    if let Some(reason) = thought.ends.filter(|_| !usable && thought.reviewed.is_some()) {
        return close(thought, reason, brief);
    }
    thought.unusable = if usable { 0 } else { thought.unusable + 1 };
    let no_call = decision.calls.is_empty();
    thought.exchanges.push(Exchange {
        text: decision.text,
        calls: decision.calls.clone(),
        results: Vec::new(),
        hint: no_call.then(|| advice::CALL_A_TOOL.to_owned()),
        by_script: false,
    });
    thought.queue = decision.calls.into();
    if phase::is_missed(&thought) {
        return phase::passed_over(thought, brief);
    }
    phase::put_off_others(&mut thought);
    if thought.unusable >= 2 {
        return stop(thought, StopReason::ParseError, brief);
    }
    next_call(thought, brief)
}

/// Runs the next call of the reply, or sends the next request if there is none.
fn next_call(mut thought: Box<Thought>, brief: &Brief) -> (Turn, Effect) {
    while let Some(call) = thought.queue.front() {
        if let Some(why) = &call.refused {
            let done = Done { tool: call.tool.clone(), success: false, content: why.clone() };
            thought.queue.pop_front();
            thought.settle(done);
            continue;
        }
        // At most one call that changes the world is run per thought.
        if call.category == ToolClass::Dangerous && thought.ends == Some(StopReason::DangerousTool)
        {
            let content = advice::NOT_RUN.to_owned();
            let done = Done { tool: call.tool.clone(), success: false, content };
            thought.queue.pop_front();
            thought.settle(done);
            continue;
        }
        if call.category == ToolClass::Silence {
            let reason = thought.ends.unwrap_or(StopReason::Noop);
            return close(thought, reason, brief);
        }
        if review::withholds(&thought, brief, call) {
            return withhold(thought, brief);
        }
        let call = call.clone();
        let id = CallId(thought.id());
        return (Turn::AwaitingTool(id, thought), Effect::RunTool(id, call));
    }
    if thought.preparing {
        return plan(thought, brief);
    }
    if let Some(reason) = thought.ends {
        return close(thought, reason, brief);
    }
    if thought.is_fruitless() {
        return stop(thought, StopReason::ParseError, brief);
    }
    if phase::is_over(&thought, brief) {
        return stop(thought, StopReason::MaxIterations, brief);
    }
    ask(thought, brief)
}

fn finished(mut thought: Box<Thought>, done: Done, brief: &Brief) -> (Turn, Effect) {
    let Some(call) = thought.queue.pop_front() else { return ask(thought, brief) };
    let success = done.success;
    phase::take(&mut thought, &call, success, brief);
    thought.spoken |= success && call.tool == OFFER;
    thought.settle(done);
    match (call.category, success) {
        // The rest of the reply is run too: words may come with a gesture.
        (ToolClass::Terminal, true) => {
            thought.spoken |= !call.elsewhere;
            thought.ends = thought.ends.or(Some(StopReason::TerminalTool));
        }
        (ToolClass::Dangerous, true) => {
            thought.ends = Some(StopReason::DangerousTool);
            // Words before it are no report of it.
            thought.spoken &= thought.fallback;
        }
        // Calls after a failed act are skipped, because the model chose them before it and decides
        // anew. A note or a pose that failed changes nothing about the words beside it.
        (_, false) if !call.aside => {
            thought.skip_rest();
            phase::replan(&mut thought, &call, brief);
        }
        (_, _) => {}
    }
    next_call(thought, brief)
}

/// Ends a thought that failed. If somebody waits for an answer and has none yet, the script answers
/// first, so that a character is never mute. What was done is not done again: then the script only
/// tells what came of it.
fn stop(mut thought: Box<Thought>, reason: StopReason, brief: &Brief) -> (Turn, Effect) {
    if brief.fallback == Fallback::Nothing || thought.spoken || thought.fallback {
        return finish(thought, reason, brief);
    }
    thought.failure = Some(reason);
    if let Some(done) = thought.ends {
        if !owes_sign(&thought, brief) {
            return finish(thought, reason, brief);
        }
        return stand_in_for(thought, StandIn::Report, done);
    }
    thought.fallback = true;
    thought.phase = ThoughtPhase::Act;
    thought.questions = thought.iteration;
    thought.critical = false;
    thought.last = false;
    thought.unusable = 0;
    thought.skip_rest();
    // The script starts from the beginning, with as many steps as a model has.
    thought.iteration = 1;
    thought.preparing = false;
    // What the script has done is not done again, and what the model did is none of its steps.
    thought.script_from = thought.exchanges.len();
    let ticket = Ticket(thought.id());
    (Turn::AwaitingModel(ticket, thought), Effect::CallScript(ticket))
}

fn finish(thought: Box<Thought>, reason: StopReason, brief: &Brief) -> (Turn, Effect) {
    let all = thought.exchanges.iter().flat_map(|it| &it.results);
    let success_count = all.filter(|it| it.success).count();
    let record = Record {
        reason,
        mode: phase::mode(&thought, brief),
        iterations: if thought.questions > 0 { thought.questions } else { thought.iteration },
        max_iterations: brief.max_iterations,
        success: success_count > 0,
        success_count,
        thought: *thought,
    };
    (Turn::Idle, Effect::Finish(Box::new(record)))
}
