//! Thought in progress: its questions so far, its calls and their results.

use std::collections::VecDeque;

use serde_json::{Map, Value};

use super::{
    IDS_PER_THOUGHT, ReviewFinding, StopReason, ToolClass, advice, assess::ModelAssessment,
    guard::Dropped, plan::TaskPlan,
};
use crate::llm::{LlmError, Usage, scene::Done};

/// Thought in progress.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Thought {
    /// First id reserved for the thought.
    pub base: u64,
    /// Number of ids used.
    pub used: u64,
    /// Number of the current request to the model, from 1.
    pub iteration: u8,
    /// Number of requests to the model before the script took over; 0 if it did not.
    pub questions: u8,
    /// True if the thought has answered: by words, or by an offer.
    pub spoken: bool,
    /// True if the script answers: the brief says so, it is sure of the answer, or the model failed.
    pub fallback: bool,
    /// Number of rounds in which the script has acted before the model is asked.
    pub rounds: u8,
    /// True while the calls of such a round are run.
    pub preparing: bool,
    /// Phase of the model's part of the thought.
    pub phase: ThoughtPhase,
    /// Plan of its task, if that takes several steps: of an earlier turn, or made in this one.
    pub plan: Option<TaskPlan>,
    /// Limits that a model's assessment of the task set.
    pub assessed: Option<ModelAssessment>,
    /// Kind of the script's answer in place of a model.
    pub stand_in: StandIn,
    /// True if the context is nearly full.
    pub critical: bool,
    /// True if this is the last request, with tools for speaking only.
    pub last: bool,
    /// Stop reason that applies once the calls of the current reply are done, because one of them
    /// ended the thought.
    pub ends: Option<StopReason>,
    /// Stop reason of the model's part of the thought, if the script took over.
    pub failure: Option<StopReason>,
    /// Number of consecutive replies without a usable call.
    pub unusable: u8,
    /// Tokens used so far.
    pub usage: Usage,
    /// Queue of calls of the current reply that are still to be run; the running one is first.
    pub queue: VecDeque<Call>,
    /// Ledger: all replies so far, with their calls and results.
    pub exchanges: Vec<Exchange>,
    /// Number of replies before the script took over, which are none of its steps.
    pub script_from: usize,
    /// Number of replies that are not to be shown any more, because not everybody who will hear the
    /// answer may know them.
    pub anew_from: usize,
    /// Number of the oldest replies of the model in [`Thought::steps`] whose results are masked.
    pub masked: usize,
    /// Finding of the review for which the model was asked once more.
    pub reviewed: Option<ReviewFinding>,
    /// Guardrails that dropped calls, in order.
    pub drops: Vec<Dropped>,
    /// Number of consecutive replies all of whose calls were dropped.
    pub fruitless: u8,
    /// Error of the model that made the script take over.
    pub error: Option<LlmError>,
}

/// Phase of a thought: what its next question to a model is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ThoughtPhase {
    /// Rating the task.
    Assess,
    /// Splitting the task into steps.
    Plan,
    /// Carrying it out.
    #[default]
    Act,
    /// Words about it, after what a service outside the game answered was read: no tool may be called.
    Tell,
}

/// Kind of answer that the script gives in place of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StandIn {
    /// Regular answer, or an excuse if the script has none.
    #[default]
    Answer,
    /// Excuse only, because there is no capacity for more.
    Excuse,
    /// Gesture: the model chose to stay silent towards somebody who spoke to the mind.
    Gesture,
    /// Report of what came of an order.
    Report,
}

/// Reply of the model with the results of its calls.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Exchange {
    /// Text of the reply, which nobody hears.
    pub text: Option<String>,
    /// Tool calls, in order.
    pub calls: Vec<Call>,
    /// Results of the calls, in the same order.
    pub results: Vec<Done>,
    /// Hint for the model if there was no call.
    pub hint: Option<String>,
    /// True if the script made the calls, before the model was asked.
    pub by_script: bool,
}

/// Decoded tool call; if it cannot be run, with the reason.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Id that the model gave the call.
    pub id: String,
    pub tool: String,
    pub arguments: Map<String, Value>,
    /// Class of the tool: its effect on the thought.
    pub category: ToolClass,
    /// Reason why the call cannot be run, if it cannot.
    pub refused: Option<String>,
    /// True if the call's tool is available in this turn.
    pub offered: bool,
    /// True if the call's failure says nothing about the rest of a reply: it keeps a note, or shows
    /// a pose.
    pub aside: bool,
    /// True if the call is speech that the partner does not perceive.
    pub elsewhere: bool,
    /// True if the texts are the author's, filled in by the engine, rather than a model's.
    pub authored: bool,
}

/// Decoded reply of a model.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Decision {
    /// Text beside its calls, which nobody hears.
    pub text: Option<String>,
    pub calls: Vec<Call>,
    /// Corrections made to the calls, for the record.
    pub notes: Vec<String>,
    /// Token usage.
    pub usage: Usage,
    /// True if the context is nearly full.
    pub critical: bool,
}

impl Thought {
    pub(super) fn id(&mut self) -> u64 {
        self.used += 1;
        self.base + self.used.min(IDS_PER_THOUGHT) - 1
    }

    /// Returns the replies that whoever answers now has made, or may see, in order.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &Exchange> {
        let is_step = |(n, it): &(usize, &Exchange)| {
            *n >= self.anew_from && (it.by_script || *n >= self.script_from)
        };
        self.exchanges.iter().enumerate().filter(is_step).map(|(_, it)| it)
    }

    /// Returns the results of the calls in [`Thought::steps`].
    pub fn done(&self) -> impl DoubleEndedIterator<Item = &Done> {
        self.steps().flat_map(|it| &it.results)
    }

    /// Returns the number of replies of the model so far in which nobody was told anything.
    #[must_use]
    pub fn silent_steps(&self) -> u8 {
        if self.spoken { 0 } else { self.iteration.saturating_sub(1) }
    }

    /// Counts the last reply if all of its calls were dropped by a guardrail or skipped for one, and
    /// returns whether it is the second one in a row.
    pub(super) fn is_fruitless(&mut self) -> bool {
        let hints: Vec<&str> = self.drops.iter().map(|it| it.hint()).collect();
        let Some(last) = self.exchanges.last() else { return false };
        let dropped = |it: &Done| !it.success && hints.contains(&it.content.as_str());
        let skipped = |it: &Done| !it.success && it.content == advice::NOT_RUN;
        let is_dropped = last.results.iter().any(dropped)
            && last.results.iter().all(|it| dropped(it) || skipped(it));
        self.fruitless = if is_dropped { self.fruitless + 1 } else { 0 };
        self.fruitless >= 2 && !self.fallback
    }

    /// Settles the calls that are still to be run: they are not.
    pub(super) fn skip_rest(&mut self) {
        for call in std::mem::take(&mut self.queue) {
            let success = call.category == ToolClass::Silence;
            let not_run = if success { "" } else { advice::NOT_RUN };
            let content = call.refused.unwrap_or_else(|| not_run.to_owned());
            self.settle(Done { tool: call.tool, success, content });
        }
    }

    pub(super) fn settle(&mut self, done: Done) {
        if let Some(exchange) = self.exchanges.last_mut() {
            exchange.results.push(done);
        }
    }
}
