//! Entry about a long action.

use engine::foreign::ForeignText;
use serde::{Deserialize, Serialize};

use crate::{
    llm::scene::ActionId,
    mind::actions::{ActionEnd, ActionKind, ActionState, ActionUse, LongAction},
    turn::plan::StepState,
};

/// Long action at the end of one of its turns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedAction {
    pub id: ActionId,
    pub kind: ActionKind,
    pub state: ActionState,
    /// Reason why the action ended without being completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<ActionEnd>,
    /// Use by all turns so far.
    pub used: ActionUse,
    /// Steps of its plan, if it has one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<(ForeignText, StepState)>,
}

impl RecordedAction {
    /// Returns the entry about an action as it is.
    #[must_use]
    pub fn of(action: &LongAction) -> Self {
        let LongAction { id, kind, state, end, used, ref plan, .. } = *action;
        let steps = plan.iter().flat_map(|plan| &plan.steps);
        let steps = steps.map(|it| (ForeignText::new(&it.text), it.state)).collect();
        Self { id, kind, state, end, used, steps }
    }
}
