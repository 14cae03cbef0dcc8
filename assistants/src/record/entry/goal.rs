//! Entry about a goal of a mind.

use engine::foreign::ForeignText;
use serde::{Deserialize, Serialize};
use world::beings::character::CharacterRef;

use crate::mind::goals::{GoalChangeKind, GoalId, GoalStatus};

/// Goal after a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedGoal {
    pub what: GoalChangeKind,
    pub goal: GoalId,
    /// Version after the change.
    pub version: u32,
    pub status: GoalStatus,
    /// Progress, in percent.
    pub progress: u8,
    pub text: ForeignText,
    /// Character who did it: a member of the staff, or a visitor whose deed it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<CharacterRef>,
}
