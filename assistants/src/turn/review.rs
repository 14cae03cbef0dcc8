//! Termination review: the end of a thought whose model means to end it, and what is open then. It
//! goes by the ledger, which calls were made and what came of them, never by words.

use serde::{Deserialize, Serialize};

use super::{
    Call, Effect, Exchange, StandIn, StopReason, Thought, ToolClass, Turn,
    assess::asks_for_words,
    brief::{Brief, ThoughtMode, TurnAuthority},
    finish, phase,
    plan::TaskPlan,
};
use crate::llm::{Ticket, profile::QuestionForm, scene::Done};

/// Finding of a review. The model is asked once more for it, at most once in a thought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ReviewFinding {
    /// A result was found, and whoever asked was told nothing after it.
    UnsentResults,
    /// Words are all that an order to do something came to: nothing was done or looked up for it.
    AckOnly,
    /// The last act failed, and words about it follow.
    ErrorUnresolved,
}

impl ReviewFinding {
    /// All findings.
    pub const ALL: [ReviewFinding; 3] =
        [ReviewFinding::UnsentResults, ReviewFinding::AckOnly, ReviewFinding::ErrorUnresolved];

    /// Returns the name of the finding in the record.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::UnsentResults => "UNSENT_RESULTS",
            Self::AckOnly => "ACK_ONLY",
            Self::ErrorUnresolved => "ERROR_UNRESOLVED",
        }
    }

    /// Returns the hint to a model that is asked in this form.
    #[must_use]
    pub fn hint(self, form: QuestionForm) -> &'static str {
        match self {
            Self::AckOnly if form == QuestionForm::Schema => {
                "You did nothing. If there is something to do, do it now, by \"act\"; if your words are \
                 all that was asked for, leave \"say\" empty."
            }
            Self::UnsentResults => {
                "Nobody was told what you found out. Tell it now, or call `noop` if nothing of it \
                 matters."
            }
            Self::AckOnly => {
                "You spoke, and did nothing. If there is something to do, do it now; if your words are \
                 all that was asked for, call `noop`."
            }
            Self::ErrorUnresolved => {
                "This was not said, because what you tried before it failed; its result says why. \
                 Try it another way now, or say how things are."
            }
        }
    }
}

/// Returns whether the mind was addressed and has given no sign of it yet.
pub(super) fn owes_sign(thought: &Thought, brief: &Brief) -> bool {
    let is_settled = matches!(thought.stand_in, StandIn::Gesture | StandIn::Report);
    brief.owes_sign && !thought.spoken && !thought.fallback && !is_settled
}

/// Ends the turn of a thought whose model chose to. One turn carries out one step; the report is that of
/// the last one.
pub(super) fn close(
    mut thought: Box<Thought>,
    reason: StopReason,
    brief: &Brief,
) -> (Turn, Effect) {
    if thought.ends.is_none() || !phase::has_more_steps(&thought) {
        return conclude(thought, reason, brief);
    }
    if is_ack_only(&thought, brief) {
        if has_room(&thought, brief) && may_find(&thought, brief) {
            return ask_for(thought, ReviewFinding::AckOnly, brief);
        }
        // The order ends with a step that was not done.
        if owes_sign(&thought, brief) {
            return stand_in_for(thought, StandIn::Report, reason);
        }
    }
    thought.skip_rest();
    finish(thought, reason, brief)
}

/// Ends a thought whose model chose to, unless something is open: what came of a change of the world
/// is not told yet, the review finds something, or whoever spoke to the mind got no sign.
fn conclude(mut thought: Box<Thought>, reason: StopReason, brief: &Brief) -> (Turn, Effect) {
    let has_acted = thought.ends == Some(StopReason::DangerousTool);
    if has_room(&thought, brief) {
        if has_acted && !thought.spoken && !thought.last && takes_results(brief) {
            thought.last = true;
            return ask_anew(thought);
        }
        if let Some(finding) = find(&thought, brief) {
            return ask_for(thought, finding, brief);
        }
    }
    // Words to a third person are no sign to the one who spoke.
    if owes_sign(&thought, brief) {
        let stand_in = match brief.kind {
            TurnAuthority::Reply => StandIn::Gesture,
            TurnAuthority::Own => StandIn::Report,
        };
        let reason = if stand_in == StandIn::Gesture { StopReason::Noop } else { reason };
        return stand_in_for(thought, stand_in, reason);
    }
    finish(thought, reason, brief)
}

/// Asks the model once more for what the review found.
fn ask_for(mut thought: Box<Thought>, finding: ReviewFinding, brief: &Brief) -> (Turn, Effect) {
    thought.reviewed = Some(finding);
    if let Some(exchange) = thought.exchanges.last_mut() {
        exchange.hint = Some(finding.hint(brief.form).to_owned());
    }
    ask_anew(thought)
}

/// Sends one more request to the model, whose reply is over: what was left of it is not run.
fn ask_anew(mut thought: Box<Thought>) -> (Turn, Effect) {
    thought.skip_rest();
    thought.iteration += 1;
    let ticket = Ticket(thought.id());
    (Turn::AwaitingModel(ticket, thought), Effect::CallModel(ticket))
}

/// Withholds words about an act that failed: the model is told so once, and then the script tells what
/// came of it instead.
pub(super) fn withhold(mut thought: Box<Thought>, brief: &Brief) -> (Turn, Effect) {
    let again = thought.reviewed.replace(ReviewFinding::ErrorUnresolved).is_some();
    if let Some(call) = thought.queue.pop_front() {
        let content = ReviewFinding::ErrorUnresolved.hint(brief.form).to_owned();
        thought.settle(Done { tool: call.tool, success: false, content });
    }
    let reason = thought.ends.unwrap_or(StopReason::TerminalTool);
    if again || !has_room(&thought, brief) || !takes_results(brief) {
        return stand_in_for(thought, StandIn::Report, reason);
    }
    ask_anew(thought)
}

/// Ends a thought with a line of the script, after which nothing more is asked.
pub(super) fn stand_in_for(
    mut thought: Box<Thought>,
    stand_in: StandIn,
    reason: StopReason,
) -> (Turn, Effect) {
    thought.skip_rest();
    thought.ends = Some(reason);
    thought.stand_in = stand_in;
    let ticket = Ticket(thought.id());
    (Turn::AwaitingModel(ticket, thought), Effect::CallScript(ticket))
}

/// Returns whether the model can be asked once more, and would understand why.
fn has_room(thought: &Thought, brief: &Brief) -> bool {
    brief.form != QuestionForm::Words
        && phase::mode(thought, brief) != ThoughtMode::SingleAction
        && thought.iteration < phase::most_questions(thought, brief)
        && !thought.fallback
        && !thought.critical
}

/// Returns whether the model is shown what came of its calls.
fn takes_results(brief: &Brief) -> bool {
    brief.form == QuestionForm::Tools
}

/// Returns whether a thought is reviewed, and was not yet.
fn may_find(thought: &Thought, brief: &Brief) -> bool {
    thought.reviewed.is_none() && !thought.last && brief.owes_sign && brief.is_reviewed
}

/// Reviews a thought that is about to end.
fn find(thought: &Thought, brief: &Brief) -> Option<ReviewFinding> {
    if !may_find(thought, brief) {
        return None;
    }
    if takes_results(brief) && found_out_after_words(thought) {
        return Some(ReviewFinding::UnsentResults);
    }
    is_ack_only(thought, brief).then_some(ReviewFinding::AckOnly)
}

/// Returns whether an order to do something, or a step of one, came to words alone, whoever heard them.
#[must_use]
pub fn is_ack_only(thought: &Thought, brief: &Brief) -> bool {
    let step = thought.plan.as_ref().and_then(TaskPlan::next);
    let is_for_words = step.map_or(brief.is_for_words, |it| asks_for_words(&it.text));
    let is_words = |it: &Call| matches!(it.category, ToolClass::Terminal | ToolClass::Silence);
    brief.kind == TurnAuthority::Own
        && !is_for_words
        && calls(thought).all(|(it, _)| is_words(it) || phase::prepares(it))
        && calls(thought).any(|(it, done)| it.category == ToolClass::Terminal && done.success)
}

/// Returns whether a call is withheld: it would tell the one who gave an order of an act that failed.
/// The model is told so once, and what came of the order is told by the engine then.
pub(super) fn withholds(thought: &Thought, brief: &Brief, call: &Call) -> bool {
    let by_model = !thought.fallback && !call.authored;
    let is_order = brief.kind == TurnAuthority::Own && brief.owes_sign;
    is_order && by_model && is_reply(call) && has_failed(thought)
}

/// Returns whether the last change of the world failed.
fn has_failed(thought: &Thought) -> bool {
    let acts = calls(thought).filter(|(it, _)| it.category == ToolClass::Dangerous);
    acts.last().is_some_and(|(_, done)| !done.success)
}

/// Returns whether something was found out after the last words to whoever asked.
fn found_out_after_words(thought: &Thought) -> bool {
    let mut found = false;
    for (call, done) in calls(thought) {
        if is_reply(call) && done.success {
            found = false;
        }
        let finds = call.category == ToolClass::SafeChain && !done.content.is_empty();
        found |= finds && done.success;
    }
    found
}

/// Returns whether a call speaks to whoever asked.
fn is_reply(call: &Call) -> bool {
    call.category == ToolClass::Terminal && !call.elsewhere
}

/// Returns the calls of the model so far, with their results.
fn calls(thought: &Thought) -> impl Iterator<Item = (&Call, &Done)> {
    let by_model = |it: &&Exchange| !it.by_script;
    thought.steps().filter(by_model).flat_map(|it| it.calls.iter().zip(&it.results))
}
