//! Plan of a task that takes several steps: what is to be done, in order, and how far it has come.
//! One turn carries out one step.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Call;

/// Name of the tool by which a model makes a plan.
pub const PLAN: &str = "plan";

/// Maximum number of steps; further ones are dropped.
pub const MOST_PLANNED: usize = 8;

/// Maximum length of a step, in characters; longer ones are cut.
const LONGEST_STEP: usize = 160;

/// Progress of a step of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum StepState {
    #[default]
    Open,
    Done,
    Failed,
    /// The server stopped while it was carried out. It is not carried out again.
    Interrupted,
}

/// Step of a plan, with its progress.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanStep {
    pub text: String,
    #[serde(default)]
    pub state: StepState,
}

/// Plan of a task: the steps by which a model means to carry it out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TaskPlan {
    pub steps: Vec<PlanStep>,
    /// True if the plan was made anew after a failure, which happens at most once.
    #[serde(default)]
    pub replanned: bool,
}

impl TaskPlan {
    /// Creates a plan; blank steps, and those beyond [`MOST_PLANNED`], are left out. None without any.
    pub fn new<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Option<Self> {
        let steps: Vec<PlanStep> = texts
            .into_iter()
            .map(|it| it.as_ref().split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|it| !it.is_empty())
            .take(MOST_PLANNED)
            .map(|it| PlanStep {
                text: it.chars().take(LONGEST_STEP).collect(),
                state: StepState::Open,
            })
            .collect();
        (!steps.is_empty()).then_some(Self { steps, replanned: false })
    }

    /// Reads the plan that whoever gave a task wrote themselves: steps between semicolons.
    #[must_use]
    pub fn written(words: &str) -> Option<Self> {
        Self::new(words.split(';')).filter(|it| it.steps.len() > 1)
    }

    /// Returns the number of the step to carry out next, from 1.
    #[must_use]
    pub fn number(&self) -> Option<usize> {
        self.steps.iter().position(|it| it.state == StepState::Open).map(|at| at + 1)
    }

    /// Returns the step to carry out next.
    #[must_use]
    pub fn next(&self) -> Option<&PlanStep> {
        self.steps.iter().find(|it| it.state == StepState::Open)
    }

    /// Returns the number of open steps.
    #[must_use]
    pub fn open(&self) -> usize {
        self.count(StepState::Open)
    }

    /// Returns the number of steps in a state.
    #[must_use]
    pub fn count(&self, state: StepState) -> usize {
        self.steps.iter().filter(|it| it.state == state).count()
    }

    /// Closes the step that was carried out.
    pub fn close(&mut self, state: StepState) {
        if let Some(step) = self.steps.iter_mut().find(|it| it.state == StepState::Open) {
            step.state = state;
        }
    }

    /// Replaces the open steps by those of a new plan: what was done stays done, and the step that
    /// failed is left as such.
    pub fn replan(&mut self, new: Self) {
        self.close(StepState::Failed);
        self.steps.retain(|it| it.state != StepState::Open);
        self.steps.extend(new.steps);
        self.replanned = true;
    }

    /// Returns the plan of a `plan` call.
    #[must_use]
    pub(super) fn of(call: &Call) -> Option<Self> {
        let steps = call.arguments.get("steps")?.as_array()?;
        Self::new(steps.iter().filter_map(Value::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(plan: &TaskPlan) -> Vec<(&str, StepState)> {
        plan.steps.iter().map(|it| (it.text.as_str(), it.state)).collect()
    }

    #[test]
    fn a_plan_has_few_short_steps_and_is_done_in_order() {
        let long = "x".repeat(500);
        let mut plan = TaskPlan::new([" take  the pear ", "", &long]).unwrap();
        assert_eq!((plan.steps.len(), plan.number()), (2, Some(1)));
        assert_eq!(plan.steps[1].text.len(), LONGEST_STEP);
        assert_eq!(plan.next().map(|it| it.text.as_str()), Some("take the pear"));
        plan.close(StepState::Done);
        assert_eq!((plan.open(), plan.number()), (1, Some(2)));
        plan.close(StepState::Done);
        assert_eq!((plan.open(), plan.number(), plan.next()), (0, None, None));
        assert_eq!(TaskPlan::new(vec!["a"; 20]).unwrap().steps.len(), MOST_PLANNED);
        assert_eq!(TaskPlan::new([" "]), None);
    }

    #[test]
    fn whoever_gives_a_task_may_write_its_steps() {
        let plan = TaskPlan::written("get pear; say I have it;").unwrap();
        assert_eq!(
            texts(&plan),
            [("get pear", StepState::Open), ("say I have it", StepState::Open)]
        );
        assert_eq!(TaskPlan::written("get pear"), None);
    }

    #[test]
    fn a_new_plan_keeps_what_was_done() {
        let mut plan = TaskPlan::new(["a", "b", "c"]).unwrap();
        plan.close(StepState::Done);
        plan.replan(TaskPlan::new(["d"]).unwrap());
        let now = [("a", StepState::Done), ("b", StepState::Failed), ("d", StepState::Open)];
        assert_eq!((texts(&plan), plan.replanned), (now.to_vec(), true));
    }
}
