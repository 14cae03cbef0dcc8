//! Phases of a thought: its model rates the task where the persona wants it, splits it into steps
//! where it takes several, and then carries out one of them.

use super::{
    Call, Effect, Thought, ThoughtPhase, ToolClass, Turn, advice, ask,
    assess::{ASSESS, ModelAssessment},
    brief::{AskedFirst, Brief, ThoughtContext, ThoughtMode},
    plan::{PLAN, TaskPlan},
};
use crate::services;

#[cfg(test)]
mod tests;

/// Returns the phase in which a thought begins.
pub(super) fn first(thought: &Thought, brief: &Brief) -> ThoughtPhase {
    // What is left of an earlier turn was rated then.
    let is_begun = thought.plan.is_some();
    if brief.first == AskedFirst::Script || is_begun {
        ThoughtPhase::Act
    } else if brief.context == ThoughtContext::GoalDecomposition {
        // Its parts are all that is asked for.
        ThoughtPhase::Plan
    } else if brief.assesses {
        ThoughtPhase::Assess
    } else {
        after_assessment(thought, brief)
    }
}

fn after_assessment(thought: &Thought, brief: &Brief) -> ThoughtPhase {
    let plans = mode(thought, brief) == ThoughtMode::PlanExecute && thought.plan.is_none();
    if plans { ThoughtPhase::Plan } else { ThoughtPhase::Act }
}

/// Returns the mode of a thought: that of its brief, narrowed by what its model made of the task.
pub(super) fn mode(thought: &Thought, brief: &Brief) -> ThoughtMode {
    let assessed = thought.assessed.as_ref().and_then(ModelAssessment::mode);
    assessed.map_or(brief.mode, |it| it.min(brief.mode))
}

/// Returns the maximum number of questions of a thought.
pub(super) fn most_questions(thought: &Thought, brief: &Brief) -> u8 {
    let assessed = thought.assessed.as_ref().map(|it| it.questions);
    // The question that rated the task is none of them.
    let most = assessed.map_or(brief.max_iterations, |it| it.saturating_add(1));
    most.min(brief.max_iterations)
}

/// Returns whether a reply holds nothing of what it was asked for, a rating or a plan.
pub(super) fn is_missed(thought: &Thought) -> bool {
    let Some(wanted) = wanted(thought.phase) else { return false };
    !thought.queue.iter().any(|it| it.tool == wanted && it.refused.is_none())
}

/// Refuses the calls of a reply beside the rating or the plan that it was asked for: nothing is done
/// before.
pub(super) fn put_off_others(thought: &mut Thought) {
    let Some(wanted) = wanted(thought.phase) else { return };
    for call in thought.queue.iter_mut().filter(|it| it.tool != wanted) {
        call.refused.get_or_insert_with(|| advice::NOT_YET.to_owned());
    }
}

fn wanted(phase: ThoughtPhase) -> Option<&'static str> {
    match phase {
        ThoughtPhase::Assess => Some(ASSESS),
        ThoughtPhase::Plan => Some(PLAN),
        ThoughtPhase::Act | ThoughtPhase::Tell => None,
    }
}

/// Goes on without what the model was asked for, because there was nothing of the kind in its reply.
pub(super) fn passed_over(mut thought: Box<Thought>, brief: &Brief) -> (Turn, Effect) {
    thought.skip_rest();
    thought.unusable = 0;
    if let Some(exchange) = thought.exchanges.last_mut() {
        exchange.hint = Some(advice::GO_ON.to_owned());
    }
    thought.phase = match thought.phase {
        ThoughtPhase::Assess => after_assessment(&thought, brief),
        ThoughtPhase::Plan | ThoughtPhase::Act => ThoughtPhase::Act,
        ThoughtPhase::Tell => ThoughtPhase::Tell,
    };
    ask(thought, brief)
}

/// Returns whether a thought of a single action is over: its last reply was one to act by.
pub(super) fn is_over(thought: &Thought, brief: &Brief) -> bool {
    let prepared = thought.exchanges.last().is_some_and(|it| it.calls.iter().any(prepares));
    mode(thought, brief) == ThoughtMode::SingleAction && !prepared
}

/// Returns whether a call rates or plans a task, and does nothing for it.
pub(super) fn prepares(call: &Call) -> bool {
    call.tool == ASSESS || call.tool == PLAN
}

/// Takes over what a call of the phase came to.
pub(super) fn take(thought: &mut Thought, call: &Call, success: bool, brief: &Brief) {
    match call.tool.as_str() {
        ASSESS => {
            let scores = serde_json::Value::Object(call.arguments.clone());
            let scores = serde_json::from_value(scores).ok().filter(|_| success);
            thought.assessed = scores;
            thought.phase = after_assessment(thought, brief);
        }
        PLAN => {
            let plan = TaskPlan::of(call).filter(|_| success);
            match (&mut thought.plan, plan) {
                (Some(old), Some(new)) => old.replan(new),
                (None, new) => thought.plan = new,
                (Some(_), None) => {}
            }
            thought.phase = ThoughtPhase::Act;
        }
        tool if success && services::is_service(tool) => thought.phase = ThoughtPhase::Tell,
        _ => {}
    }
}

/// Has the model plan anew what is left after an act that failed, once in a task.
pub(super) fn replan(thought: &mut Thought, call: &Call, brief: &Brief) {
    let acts = matches!(call.category, ToolClass::Dangerous | ToolClass::Terminal);
    let plans = mode(thought, brief) == ThoughtMode::PlanExecute && !thought.fallback;
    let may = plans
        && thought.phase != ThoughtPhase::Tell
        && thought.plan.as_ref().is_some_and(|it| !it.replanned);
    if acts && may && thought.iteration < most_questions(thought, brief) {
        thought.phase = ThoughtPhase::Plan;
    }
}

/// Returns whether steps are left after the one that this turn carries out.
pub(super) fn has_more_steps(thought: &Thought) -> bool {
    thought.plan.as_ref().is_some_and(|it| it.open() > 1)
}
